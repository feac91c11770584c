package main

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"
)

//go:embed formula.rb.tmpl
var formulaText string

// formula writes the Homebrew formula, of the targets that Homebrew is for.
func (r *release) formula(list []target) error {
	type file struct{ URL, Sum string }
	at := make(map[string]map[string]file) // by system and Homebrew's word for the processor
	words := map[string]string{"amd64": "intel", "arm64": "arm"}
	for _, t := range list {
		if t.os == "windows" {
			continue
		}
		sum, err := r.sum(r.archiveName(t))
		if err != nil {
			return err
		}
		system := strings.Replace(t.os, "darwin", "macos", 1)
		if at[system] == nil {
			at[system] = make(map[string]file)
		}
		at[system][words[t.arch]] = file{"https://" + r.path + "/releases/download/" + r.version + "/" + r.archiveName(t), sum}
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
