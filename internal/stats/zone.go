package stats

import (
	"os"
	"strings"
	"time"
)

// ZoneName returns a time zone's name, and how far it is from UTC at a time; of the
// machine's own the name that the machine has for it.
func ZoneName(zone *time.Location, at time.Time) string {
	at = at.In(zone)
	name := zone.String()
	if zone == time.Local {
		name = localZone(os.Getenv("TZ"), os.Readlink)
	}
	if name == "" {
		name, _ = at.Zone() // CET, or a number
	}
	if name == "UTC" {
		return name
	}
	return name + " (" + at.Format("UTC-07:00") + ")"
}

// localZone returns the name of the machine's time zone, such as Europe/Rome; "" if
// it doesn't say. Go knows its rules, but calls it Local.
func localZone(env string, readlink func(string) (string, error)) string {
	name := strings.TrimPrefix(env, ":")
	if name == "" {
		name, _ = readlink("/etc/localtime")
	}
	if _, after, ok := strings.Cut(name, "zoneinfo/"); ok {
		name = after
	}
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" {
		return ""
	}
	return strings.TrimPrefix(name, "Etc/")
}
