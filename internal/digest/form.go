package digest

import "strings"

// Form is a set of sections. The zero value is Sections.
type Form uint8

// The forms. Both end with the blocks of files.
const (
	// Sections has one section for each list of a Digest. However many files
	// there are, all are named, beyond MaxTokens if need be.
	Sections Form = iota
	// Summary has what was learned, the tools used and why, the progress and the
	// next steps. It keeps to MaxTokens, and if there are too many files the
	// latest are named, those that were modified first.
	Summary
)

// Opening is the line that texts of this package begin with.
const Opening = "# Earlier in this conversation"

// list is one of the lists of a Digest.
type list uint8

const (
	requestList list = iota
	decisionList
	toolList
	errorList
	numberList
	nextList
	lists
)

func (d *Digest) list(l list) *[]Line {
	return [lists]*[]Line{&d.Request, &d.Decisions, &d.Tools, &d.Errors, &d.Numbers, &d.Next}[l]
}

// section is a heading and the lists below it.
type section struct {
	title string
	about string // what a summarizer is to write there
	lists []list
}

var forms = [...][]section{
	Sections: {
		{"Request", "what the user asked for, and every correction and limit that the user gave, in the user's words", []list{requestList}},
		{"Decisions", "what was found out and decided, with the reasons", []list{decisionList}},
		{"Tools", "the calls that mattered, with their arguments and outcomes; like calls in one line", []list{toolList}},
		{"Errors", "each error as it was printed, and whether a later result shows that it is gone", []list{errorList}},
		{"Numbers", "values that the work relies on (ports, ids, versions, names, limits, measured figures), with what they mean", []list{numberList}},
		{"Next", "what was announced and is still to be done", []list{nextList}},
	},
	Summary: {
		{"Task", "what the user asked for, and every correction and limit that the user gave, in the user's words", []list{requestList}},
		{"Learned", "what was found out and decided, with the reasons, and the values that the work relies on", []list{decisionList, numberList}},
		{"Tools used and why", "the calls that mattered, why they were made and what came of them; like calls in one line", []list{toolList}},
		{"Progress", "what is done, and each error with whether it is gone", []list{errorList}},
		{"Next steps", "what is still to be done", []list{nextList}},
	},
}

func (f Form) sections() []section {
	if int(f) < len(forms) {
		return forms[f]
	}
	return forms[Sections]
}

// titled returns the list that lines below a heading belong to, whichever the
// form.
func titled(title string) (list, bool) {
	for _, sections := range forms {
		for _, s := range sections {
			if strings.EqualFold(s.title, title) {
				return s.lists[0], true
			}
		}
	}
	return 0, false
}
