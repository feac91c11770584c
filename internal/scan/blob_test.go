package scan

import "testing"

// TestDumped: bytes and where they stand are a dump; what has more beside them, or other
// signs between, is a table.
func TestDumped(t *testing.T) {
	for text, want := range map[string]bool{
		"                00:bf:94:4c:b3:e1:f2:f4:4c:7f:87:ea:bd:59:42:":                  true,
		"d3:e3:8d:64:56:84:09:99:70:44:29:72:1e:12:ca":                                   true,
		"    0010 - 2b 7c 22 46 45 cf 7f 5d-ea 83 0f fe e7 d7 4b 20   +|\"FE..]......K ": true,
		"00000010: 4865 6c6c 6f20 776f 726c 640a 0000 0000  Hello world.....":            true,
		"00000010  48 65 6c 6c 6f 20 77 6f  72 6c 64 0a 00 00 00 00  |Hello world.....|": true,
		"0000020 6548 6c6c 206f 6f77 6c72 0a64 0000 0000":                                true,
		"2001:0db8:0000:0000:0000:ff00:0042:8329 - - [30/Nov/2026] GET /broken 500":      false,
		"fe80:0000:0000:0000:0002:c903:0012:3456 DOWN":                                   false,
		"00:1a:2b:3c:4d:5e 00:1a:2b:3c:4d:5f flip flop":                                  false,
		"00:1a:2b:3c:4d:5e 12:30:45 10.0.0.7 conflict":                                   false,
		"12  2026-11-01 00:00:00  2026-11-01 00:01:37  failed":                           false,
		"2026-11-01 00:00:00 12 10 33 45 12 44 10 09 THROTTLED":                          false,
		"2026 11 01 00 12 10 33 45 12 44 10 09 23 THROTTLED while it is hot in there":    false,
		"08:00 09:15 10:30 11:45 12:00 13:15 14:30 cancelled":                            false,
		"da:39:a3:ee:5e:6b:4b:0d:32:55:bf:ef:95:60:18:90:af:d8:07:09 host revoked":       false,
		"12 34 56 78 90 12 34 56 78 90 12 34 56 78 90 12 nan":                            false,
		"00:bf:94:4c:b3:e1":              false,
		"deadbeef cafe babe 1234 no":     false,
		"add bad cafe deed face fade be": false,
		"":                               false,
	} {
		if got := Dumped([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
