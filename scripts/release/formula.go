package main

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"text/template"
)

//go:embed formula.rb.tmpl
var formulaText string

// formula writes the Homebrew formula, if all that it names is there.
func (r *release) formula(list []target) error {
	type file struct{ URL, Sum string }
	at := make(map[string]file)
	for _, t := range targets {
		if t.os == "windows" {
			continue
		}
		if !slices.Contains(list, t) {
			return nil
		}
		sum, err := r.sum(r.archiveName(t))
		if err != nil {
			return err
		}
		at[t.os+"_"+t.arch] = file{"https://" + r.path + "/releases/download/" + r.version + "/" + r.archiveName(t), sum}
	}
	text, err := template.New("formula").Parse(formulaText)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = text.Execute(&b, map[string]any{
		"Version": strings.TrimPrefix(r.version, "v"), "Home": "https://" + r.path, "Programs": strings.Join(programs, " "), "At": at,
	})
	if err != nil {
		return err
	}
	return r.save("elide.rb", b.Bytes())
}
