package logs

import "testing"

// TestAccessStatus: the status of a request is found wherever a server puts it.
func TestAccessStatus(t *testing.T) {
	for line, status := range map[string]int{
		`127.0.0.1 - - [01/May/2024] "GET / HTTP/1.1" 404 12`:    404,
		"resp: HTTP/1.1 403 Forbidden":                           403,
		"< HTTP/2 502":                                           502,
		`{"status":500,"msg":"no"}`:                              500,
		"GET /till 201 1.2 ms":                                   201,
		"Completed 422 in 3ms":                                   422,
		"[GIN] 10:00:00 | 503 |  1ms | GET /till":                503,
		"it speaks HTTP/1.1 and listens on port 403":             0,
		"HTTP/1.1 is spoken":                                     0,
		"the till listens to HTTP/ 404 on nobody's behalf":       0,
		"HTTP/1.1-draft 403 Forbidden is what nobody speaks yet": 0,
	} {
		if have := accessStatus([]byte(line)); have != status {
			t.Errorf("%q: %d, not %d", line, have, status)
		}
	}
}
