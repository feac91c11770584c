package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
)

// TestFirstOfEachKind: of a JSON report by file, all files are named, and the first record of
// each kind is shown with what it is and where; its key stands beside both.
func TestFirstOfEachKind(t *testing.T) {
	type finding struct {
		Type     string `json:"type"`
		Filename string `json:"filename"`
		Hash     string `json:"hashed"`
		Verified bool   `json:"is_verified"`
		Line     int    `json:"line_number"`
		Message  string `json:"message"`
	}
	kinds := []string{"Private Key", "Basic Auth", "Cloud Access Key", "High Entropy String"}
	for _, files := range []int{6, 14, 30} {
		var want []string
		report := map[string][]finding{}
		for i := range files {
			name := fmt.Sprintf("src/part%02d.py", i)
			want = append(want, fmt.Sprintf("%q", name))
			for k := range 6 {
				kind := kinds[min(i/2, len(kinds)-1)] // two files of each but the last
				line := 1000 + 10*i + k
				report[name] = append(report[name], finding{kind, name, fmt.Sprintf("%040x", line*7919), false, line, fmt.Sprintf("no. %d", line)})
				if i%2 == 0 && i/2 < len(kinds) && k == 0 {
					want = append(want, fmt.Sprintf(`"type":%q`, kind), fmt.Sprintf(`"line_number":%d`, line), fmt.Sprintf(`"message":"no. %d"`, line))
				}
			}
		}
		data, err := json.MarshalIndent(map[string]any{"version": "1", "results": report}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		res := plainly(t, data, Options{})
		if !res.Reduced || len(res.Text)*5 > len(data)*2 {
			t.Errorf("%d files: %d bytes became %d", files, len(data), len(res.Text))
		}
		for _, w := range want {
			if !bytes.Contains(res.Text, []byte(w)) {
				t.Errorf("%d files: %s is not shown in\n%s", files, w, res.Text)
			}
		}
	}
}
