package pipeline

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// encoded returns n random bytes in base64, in lines of so many characters.
func encoded(n, width int) string {
	raw := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(raw)
	text := base64.StdEncoding.EncodeToString(raw)
	var lines []string
	for ; len(text) > width; text = text[width:] {
		lines = append(lines, text[:width])
	}
	return strings.Join(append(lines, text), "\n")
}

// dumped returns random bytes in lines as dumps have them.
func dumped(form, between string, lines, groups int) string {
	r := rand.New(rand.NewSource(int64(lines)))
	var b strings.Builder
	for i := range lines {
		if between == " " {
			fmt.Fprintf(&b, "%08x: ", i*16)
		}
		for range groups {
			args := []any{r.Intn(256), r.Intn(256)}[:strings.Count(form, "%")]
			fmt.Fprintf(&b, form+between, args...)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestShortBesideBlobs: what stands around a blob is read as the short output that it is.
func TestShortBesideBlobs(t *testing.T) {
	var keys strings.Builder
	for i, name := range []string{"Version: 3 (0x2)", "Issuer: O = Till, CN = Till CA 2", "Validity", "    Not Before: Aug 29 18:11:53 2026 GMT", "    Not After : Nov 27 18:11:53 2026 GMT", "Subject: O = Till, CN = till.test", "Subject Public Key Info:", "    Public Key Algorithm: rsaEncryption"} {
		fmt.Fprintf(&keys, "        %s\n", name)
		if i == 7 {
			keys.WriteString(dumped("%02x", ":", 160, 15) + "-----BEGIN CERTIFICATE-----\n" + encoded(6000, 64) + "\n-----END CERTIFICATE-----\n")
		}
	}
	text := "verify error:num=20:unable to get local issuer certificate\nCONNECTED(00000003)\n" + keys.String() + "error 10 at 0 depth lookup: certificate has expired\nerror s.pem: verification failed\n"
	res := plainly(t, []byte(text), Options{})
	for _, want := range []string{"Issuer: O", "Not After", "Subject: O", "error 10"} {
		if !res.Reduced || !bytes.Contains(res.Text, []byte(want)) {
			t.Errorf("%q is hidden: %d of %d bytes:\n%.1500s", want, len(res.Text), len(text), res.Text)
		}
	}
}

// TestDumpsThatAreAsked: a dump that is most of the output is no blob, and of one that isn't what was found stays.
func TestDumpsThatAreAsked(t *testing.T) {
	all, _ := blobs(block.New([]byte("config.bin:\n" + dumped("%02x", " ", 60, 16))))
	if len(all) > 0 {
		t.Errorf("a dump that was asked for is a blob: %v", all)
	}
	b := block.New([]byte(strings.Repeat("a line beside it\n", 200) + dumped("%02x", " ", 20, 16)))
	if all, _ = blobs(b); len(all) != 1 {
		t.Fatalf("%d blobs", len(all))
	}
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		marks[i].Raise(mark.Sample, 1, mark.WhyFirst)
	}
	marks[210].Raise(mark.Outlier, 1, mark.WhyRare)
	hideBlobs(all, marks)
	for i, m := range marks {
		if shown := i <= 200 || i == 210; (m.Rank > mark.Bulk) != shown {
			t.Errorf("line %d is %s", i, m.Rank)
		}
	}
}

// TestBlobsAreHidden: what only a program reads is hidden, whatever holds it, and what
// stands around it isn't.
func TestBlobsAreHidden(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"certificates": {strings.Repeat("-----BEGIN CERTIFICATE-----\n"+encoded(1100, 64)+"\n-----END CERTIFICATE-----\n", 3) + "verify error:num=20\n", "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\n"},
		"a secret":     {"kind: Secret\nmetadata:\n  name: a\ndata:\n  tls.crt: " + encoded(6000, 1<<20) + "\ntype: kubernetes.io/tls\n", "type: kubernetes.io/tls"},
		"a style":      {".a { background: url(data:image/png;base64," + encoded(6000, 1<<20) + "); }\n.b { color: red; }\n", ".b { color: red; }"},
		"a dump":       {"error: no such block\n" + encoded(9000, 76) + "\nnote: and then\n" + dumped("%02x", ":", 160, 15) + "note: that was all\n", "note: that was all"},
		"at offsets":   {"error: no such block\n" + encoded(9000, 76) + "\nnote: and then\n" + dumped("%02x", " ", 100, 16) + "note: that was all\n", "note: that was all"},
		"by twos":      {"error: no such block\n" + encoded(9000, 76) + "\nnote: and then\n" + dumped("%02x%02x", " ", 100, 8) + "note: that was all\n", "note: that was all"},
		"a mail":       {"error: no such part\n" + encoded(6000, 76) + "\nwarning: cut\n", "warning: cut"},
	} {
		res := plainly(t, []byte(c.text), Options{})
		if !res.Reduced || len(res.Text) > 1600 || !bytes.Contains(res.Text, []byte(c.want)) {
			t.Errorf("%s: %d of %d bytes:\n%.1500s", name, len(res.Text), len(c.text), res.Text)
		}
	}
}

// TestComplaintInACertificate: what another program says meanwhile stands in no key and no
// certificate, and the headers of one do.
func TestComplaintInACertificate(t *testing.T) {
	const complaint = "renew.go:26: cannot reload the listener: no space left on device"
	for _, head := range []string{"", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n"} {
		text := "-----BEGIN CERTIFICATE-----\n" + head + encoded(2000, 64) + "\n" + complaint + "\n" + encoded(3000, 64) + "\n-----END CERTIFICATE-----\n"
		res := plainly(t, []byte(text), Options{})
		if !res.Reduced || len(res.Text) > 600 || !bytes.Contains(res.Text, []byte(complaint)) || bytes.Contains(res.Text, []byte("DEK-Info")) {
			t.Errorf("%d of %d bytes:\n%.900s", len(res.Text), len(text), res.Text)
		}
	}
}

func TestNamesAreNoBlobs(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("src/main/java/org/acme/reports/QuarterlyReportGeneratorFactoryBean.java\n", 40),
		strings.Repeat("https://registry.example/repository/packages/left-pad-1.3.0/index.html\n", 40),
		strings.Repeat("test_the_third_of_many_cases_with_a_name_that_is_far_too_long_to_read\n", 40),
	} {
		for _, line := range strings.Split(text, "\n")[:1] {
			if res := plainly(t, []byte(text), Options{MinBytes: -1, PlainViews: true}); res.Reduced && !bytes.Contains(res.Text, []byte(line)) {
				t.Errorf("hidden: %s", line)
			}
		}
	}
}
