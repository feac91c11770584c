package help

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

const help = `elide x does it.

It reads ⟦12-80⟧ and
.does what a\b says.

  bash   eval "$(x)"
  zsh    ` + "`x`" + `

Usage:
  elide x [FLAG]... FILE
  elide x COMMAND

Exit status: 0; 1 if not,
and 2.

Commands:
  ls           list what is there
  verify-long  read all

Examples:
  elide x 'a b'

Flags:
  -c line                   run this
                            and that
      --grep PATTERN   print
  --help                    print this

Behind all of it.
`

func TestRoff(t *testing.T) {
	got := string(Page{Name: "elide-x", About: "do it", Help: help, Version: "elide v1", See: []string{"elide"}}.Roff())
	_, got, _ = strings.Cut(got, ".SH NAME\n")
	want := `elide\-x \- do it
.SH SYNOPSIS
.PP
.RS 2
.nf
elide x [FLAG]... FILE
elide x COMMAND
.fi
.RE
.SH DESCRIPTION
.PP
elide x does it.
.PP
It reads \[u27E6]12\-80\[u27E7] and
\&.does what a\eb says.
.PP
.RS 2
.nf
bash   eval \(dq$(x)\(dq
zsh    \(gax\(ga
.fi
.RE
.PP
Behind all of it.
.SH COMMANDS
.TP
\fBls\fR
list what is there
.TP
\fBverify\-long\fR
read all
.SH OPTIONS
.TP
\fB\-c\fR \fIline\fR
run this and that
.TP
\fB\-\-grep\fR \fIPATTERN\fR
print
.TP
\fB\-\-help\fR
print this
.SH EXIT STATUS
.PP
0; 1 if not,
and 2.
.SH EXAMPLES
.PP
.RS 2
.nf
elide x \(aqa b\(aq
.fi
.RE
.SH SEE ALSO
\fBelide\fR(1)
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNothingIsLost: whatever a help text says, each word of it is in the page,
// and none is taken for a request.
func TestNothingIsLost(t *testing.T) {
	request := regexp.MustCompile(`^\.(TH|SH|PP|TP|RS|RE|nf|fi|if)\b`)
	back := strings.NewReplacer(`\e`, `\`, `\-`, `-`, `\(aq`, `'`, `\(dq`, `"`, `\(ga`, "`", `\(ha`, `^`, `\(ti`, `~`, `\&`, ``, `\fB`, ``, `\fI`, ``, `\fR`, ``)
	laws.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`( {0,8}[-.'\\a-z"^~` + "`" + `]{1,5}( {1,2}[-.'\\a-z]{1,5}){0,3}|Usage:|Flags:|Commands:|)`)
		text := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, "lines"), "\n")
		page := string(Page{Name: "x", About: "y", Help: text}.Roff())
		var body strings.Builder
		for l := range strings.Lines(page) {
			switch {
			case request.MatchString(l):
			case strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'"):
				t.Fatalf("%q would be a request", l)
			default:
				body.WriteString(back.Replace(l))
			}
		}
		for _, word := range strings.Fields(text) {
			if word != "Usage:" && word != "Flags:" && word != "Commands:" && !strings.Contains(body.String(), word) {
				t.Fatalf("%q is lost in\n%s", word, page)
			}
		}
	})
}
