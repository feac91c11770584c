package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// module is a module that is linked into one of the programs.
type module struct {
	path, version, sum string
	texts              []entry // its licences and notices
	license            string  // by its name at spdx.org
}

// linked returns the modules that the programs say are in them, and Go's own library.
func (r *release) linked(list []target) ([]module, error) {
	found := make(map[string]module)
	for _, t := range list {
		for _, name := range programs {
			info, err := buildinfo.ReadFile(r.program(t, name))
			if err != nil {
				return nil, err
			}
			for _, d := range info.Deps {
				if d.Replace != nil {
					return nil, fmt.Errorf("%s is replaced by %s, which nobody else has", d.Path, d.Replace.Path)
				}
				found[d.Path] = module{path: d.Path, version: d.Version, sum: d.Sum}
			}
		}
	}
	all := []module{{path: "std", version: runtime.Version()}}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[path])
	}
	for i := range all {
		if err := r.licensed(&all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// licensed reads the licences of a module. One that isn't known by its words is to
// be looked at by a person.
func (r *release) licensed(m *module) error {
	args := []string{"list", "-m", "-f", "{{.Dir}}", m.path}
	if m.path == "std" {
		args = []string{"env", "GOROOT"}
	}
	dir, err := r.run("go", args...)
	if err != nil {
		return err
	}
	for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern)) // sorted
		if err != nil {
			return err
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			m.texts = append(m.texts, entry{name: filepath.Base(name), data: data})
			if m.license == "" {
				m.license = licence(data)
			}
		}
	}
	if m.license == "" {
		return fmt.Errorf("%s@%s has no licence that is known by its words: look at it, and add them to licences", m.path, m.version)
	}
	return nil
}

// licences are known by words that only they have, the first that fits.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"BSD-3-Clause", "Neither the name of"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"ISC", "Permission to use, copy, modify, and/or distribute"},
	{"CC0-1.0", "CC0 1.0 Universal"},
}

func licence(text []byte) string {
	plain := strings.Join(strings.Fields(string(text)), " ")
	for _, l := range licences {
		if strings.Contains(plain, l.words) {
			return l.name
		}
	}
	return ""
}

// notice returns the licences of all that is linked, each text once.
func (r *release) notice() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "elide %s is under the Apache License 2.0: see LICENSE.\n\nIts programs hold these modules, under their own licences, which follow.\n\n", r.version)
	with := make(map[string][]string) // the modules, by the text
	var texts []string
	for _, m := range r.modules {
		fmt.Fprintf(&b, "  %s %s (%s)\n", m.path, m.version, m.license)
		for _, t := range m.texts {
			text := string(bytes.TrimSpace(t.data))
			if with[text] == nil {
				texts = append(texts, text)
			}
			with[text] = append(with[text], m.path+" "+t.name)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), strings.Join(with[text], "\n"), text)
	}
	return b.Bytes(), nil
}

// bill writes the bill of materials.
func (r *release) bill() error {
	b := cdx.NewBOM()
	b.Metadata = &cdx.Metadata{
		Timestamp: r.time.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{
			BOMRef: purl(r.path, r.version), Type: cdx.ComponentTypeApplication, Name: r.path, Version: r.version,
			PackageURL: purl(r.path, r.version), Licenses: licensedAs("Apache-2.0"),
		},
	}
	var parts []cdx.Component
	var refs []string
	for _, m := range r.modules {
		c := cdx.Component{
			BOMRef: purl(m.path, m.version), Type: cdx.ComponentTypeLibrary, Name: m.path, Version: m.version,
			PackageURL: purl(m.path, m.version), Licenses: licensedAs(m.license),
		}
		if m.sum != "" {
			c.Properties = &[]cdx.Property{{Name: "go:sum", Value: m.sum}}
		}
		parts, refs = append(parts, c), append(refs, c.BOMRef)
	}
	b.Components = &parts
	b.Dependencies = &[]cdx.Dependency{{Ref: b.Metadata.Component.BOMRef, Dependencies: &refs}}
	data, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	return r.save("elide.cdx.json", append(data, '\n'))
}

func purl(path, version string) string { return "pkg:golang/" + path + "@" + version }

func licensedAs(name string) *cdx.Licenses {
	return &cdx.Licenses{{License: &cdx.License{ID: name}}}
}
