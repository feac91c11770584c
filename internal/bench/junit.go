package bench

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of JUnit's XML that CI servers read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the filter's rows as JUnit's XML: a test a case, and one for the
// bars over all of them. What fails is what missed a bar, so that the file says what
// the exit status does.
func (rep *Report) WriteJUnit(w io.Writer, filter string, misses []Miss) error {
	of := map[string][]string{}
	for _, m := range misses {
		of[m.ID] = append(of[m.ID], m.Text)
	}
	total := rep.Total(filter, TotalAll)
	suite := junitSuite{Name: "elision-bench " + rep.Corpus, Time: fmt.Sprintf("%.3f", total.Seconds)}
	add := func(class, name string, seconds float64, out string, failed []string) {
		c := junitCase{Class: class, Name: name, Time: fmt.Sprintf("%.4f", seconds), Out: out}
		if len(failed) > 0 {
			suite.Failures++
			c.Failure = &junitFailure{Message: failed[0], Text: strings.Join(failed, "\n")}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, r := range rep.By(filter) {
		out := fmt.Sprintf("cost %s, floor %s, labels %d of %d, tokens %d of %d", inPercent(r.Cost), inPercent(r.Floor), r.Kept, r.Labels, r.Tokens, r.TokensIn)
		for i := range r.Missed {
			out += "\nlost: " + r.Missed[i].place()
		}
		add(r.Group(), r.ID, r.Seconds, out, of[r.ID])
	}
	add("bars", "all outputs", 0, fmt.Sprintf("cost %s, labels %d of %d", inPercent(total.Cost), total.Kept, total.Labels), of[""])
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
