package reduce

import "testing"

func TestTemplateHashMasksWhatVaries(t *testing.T) {
	for _, pair := range [][2]string{
		{"took 12 ms", "took 7 ms"},
		{"2024-05-01 10:00:00,123 up", "2024-06-30 23:59:59,001 up"},
		{"from 10.0.0.1:8080", "from 192.168.17.200:65000"},
		{"from ::ffff:0a00:1 now", "from ::ffff:0a00:2 now"},
		{"blk_-6952295868487656571 done", "blk_38865049064139660 done"},
		{"token=Token{a64f992 x}", "token=Token{78af589 x}"},
		{"id 3f2504e0-4f89-11d3-9a0c-0305e82c3301.", "id 0aa0be04-4111-42d3-9b0c-ffffe82c3301."},
		{"zxid 0xb0000007b", "zxid 0x100001564"},
		{"worker-3: on", "worker-12: on"},
		{"a  b", "a b"},
	} {
		if templateHash([]byte(pair[0])) != templateHash([]byte(pair[1])) {
			t.Errorf("%q and %q are of different templates", pair[0], pair[1])
		}
	}
}

func TestTemplateHashKeepsWhatSays(t *testing.T) {
	for _, pair := range [][2]string{
		{"peer is LOOKING", "peer is LEADING"},
		{"a=true", "a=false"},
		{"level INFO", "level WARN"},
		{"- 1117 up", "APPREAD 1117 up"},
		{"a b", "ab"},
		{"12 a", "a 12"},
		{"", "x"},
	} {
		if templateHash([]byte(pair[0])) == templateHash([]byte(pair[1])) {
			t.Errorf("%q and %q are of one template", pair[0], pair[1])
		}
	}
}

func TestMergeMasksFreeWordsOnly(t *testing.T) {
	lines := []string{}
	for i := range 20 {
		lines = append(lines, "sshd[7]: Invalid user "+wordOf(i)+" from host")
	}
	lines = append(lines, "sshd[7]: Accepted user root from host", "sshd[7]: Invalid state of the connection table")
	m := newTemplateMiner(len(lines))
	for i, line := range lines {
		m.add(i, templateHash([]byte(line)))
	}
	m.merge(func(i int) []byte { return []byte(lines[i]) })
	if n := m.groupOf(0).count; n != 20 {
		t.Errorf("%d of 20 lines merged", n)
	}
	for i := 20; i < len(lines); i++ {
		if n := m.groupOf(i).count; n != 1 {
			t.Errorf("%q is one of %d", lines[i], n)
		}
	}
}
