package fleet

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// Host returns the host and port that a URL names, to be shown: never more of
// it, as the rest may hold a password.
func Host(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return "a URL that can't be read"
	}
	return u.Host
}

// Redact returns text without the passwords of the URL, however they came into
// it.
func Redact(text, rawURL string) string {
	for _, secret := range secrets(rawURL) {
		text = strings.ReplaceAll(text, secret, "xxxxx")
	}
	return text
}

// secrets returns the passwords in a URL, as they are and as they are written
// there, the longest first.
func secrets(rawURL string) []string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil
	}
	var all []string
	if password, ok := u.User.Password(); ok {
		_, written, _ := strings.Cut(u.User.String(), ":")
		all = append(all, password, written)
	}
	for key, values := range u.Query() {
		if strings.Contains(key, "password") {
			for _, value := range values {
				all = append(all, value, url.QueryEscape(value))
			}
		}
	}
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return all
}
