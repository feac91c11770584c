package stats

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Short writes a count in three digits or so: 950, 33.2k, 1.2M.
func Short(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	const thousand = 1000
	if n < thousand {
		return sign + strconv.FormatInt(n, 10)
	}
	value, unit := float64(n), ""
	for units := "kMGT"; math.Round(value) >= thousand && units != ""; units = units[1:] {
		value, unit = value/thousand, units[:1]
	}
	digits := 1
	if value >= 99.95 { // three digits are enough
		digits = 0
	}
	return sign + strconv.FormatFloat(value, 'f', digits, 64) + unit
}

// shown returns a name as it may stand before a reader: those in a file may
// have been written by anybody, and package audit makes them plain; what has
// none is said to have none.
func shown(name string) string {
	if name == "" {
		return "(not named)"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return '?'
		}
		return r
	}, name)
}

// ParseSince reads how far to look back: a duration such as 90m or 12h, a number
// of days or weeks such as 7d or 2w, or a day as 2006-01-02 in the zone of now.
func ParseSince(text string, now time.Time) (time.Time, bool) {
	if t, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return t, true
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(-d), true
	}
	days := 1
	number, ok := strings.CutSuffix(text, "d")
	if !ok {
		number, ok = strings.CutSuffix(text, "w")
		days = 7
	}
	const most = 10_000
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n <= 0 || n > most {
		return time.Time{}, false
	}
	return now.AddDate(0, 0, -n*days), true
}
