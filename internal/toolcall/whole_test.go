package toolcall

import "testing"

func TestWhole(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        bool
	}{
		{"Read", `{"file_path":"/src/a.go"}`, true},
		{"Read", `{"file_path":"/src/a.go","offset":200,"limit":30}`, false},
		{"Read", `{"file_path":"/src/a.go","offset":"200"}`, false},
		{"read_file", `{"target_file":"a.go","start_line_one_indexed":10}`, false},
		{"read_many_files", `{"paths":["a.go","b.go"]}`, false},
		{"str_replace_based_edit_tool", `{"command":"view","path":"a.go"}`, true},
		{"str_replace_based_edit_tool", `{"command":"view","path":"a.go","view_range":[1,20]}`, false},
		{"str_replace_based_edit_tool", `{"command":"view","path":"a.go","view_range":"[1, 20]"}`, false},
		{"str_replace_based_edit_tool", `{"command":"view","path":"a.go","insert_line":0,"view_range":[1, -1]}`, true},
		{"str_replace_based_edit_tool", `{"command":"view","path":"a.go","view_range":[]}`, true},
		{"read_file", `{"path":"a.go","offset":0,"range":""}`, true},
		{"Bash", `{"command":"cat a.go"}`, true},
		{"Bash", `{"command":"cd /src && cat -n a.go"}`, true},
		{"exec_command", `{"cmd":"nl -ba a.go"}`, true},
		{"Bash", `{"command":"cat a.go | head -50"}`, false},
		{"Bash", `{"command":"head -50 a.go"}`, false},
		{"Bash", `{"command":"sed -n 1,200p a.go"}`, false},
		{"Bash", `{"command":"bat -r 3:9 a.go"}`, false},
		{"Bash", `{"command":"cat a.go && cat b.go"}`, false},
		{"Bash", `{"command":"cat a.go; ls"}`, false},
		{"Bash", `{"command":"make test"}`, false},
		{"Edit", `{"file_path":"a.go"}`, false},
	} {
		if got := Whole(c.name, []byte(c.input)); got != c.want {
			t.Errorf("%s %s: %v", c.name, c.input, got)
		}
	}
}
