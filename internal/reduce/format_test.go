package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// shownOf returns what Section shows of text taken for a shape.
func shownOf(sh shape.Shape, text string) string {
	s := sectionOf([]byte(text), sh)
	var out strings.Builder
	for i, m := range Section(s) {
		if m.Rank > mark.Bulk {
			out.Write(s.Raw(i))
		}
	}
	return out.String()
}

// linesOf returns n lines made by line.
func linesOf(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

func TestTreeInABuildLogShowsItsFirstLevel(t *testing.T) {
	got := shownOf(shape.BuildLog, linesOf(300, func(i int) string {
		return fmt.Sprintf("[INFO] Downloading from central: https://repo.example/a%d.jar", i)
	})+
		"[INFO] com.acme:cart:jar:1.0\n[INFO] +- org.slf4j:slf4j-api:jar:2.0:compile\n"+
		linesOf(60, func(i int) string { return fmt.Sprintf("[INFO] |  +- org.deep:deep%d:jar:1.0:compile", i) })+
		"[INFO] \\- com.h2database:h2:jar:2.2:test\n"+
		linesOf(60, func(i int) string {
			return fmt.Sprintf("[INFO] Downloaded from central: https://repo.example/b%d.jar", i)
		})+
		"[INFO] BUILD SUCCESS\n")
	wantShown(t, got, "com.acme:cart", "org.slf4j", "com.h2database", "BUILD SUCCESS")
	wantHidden(t, got, "deep40:")
}

func TestPorcelainStatusKeepsEveryChange(t *testing.T) {
	object := strings.Repeat("a", 40)
	got := shownOf(shape.Plain, "# branch.oid "+object+"\n# branch.head main\n"+
		linesOf(60, func(i int) string {
			return fmt.Sprintf("1 .M N... 100644 100644 100644 %s %s src/f%d.go", object, object, i)
		})+
		linesOf(90, func(i int) string { return fmt.Sprintf("? new%d.go", i) }))
	wantShown(t, got, "branch.head main", "src/f0.go", "src/f59.go", "? new0.go")
	wantHidden(t, got, "? new80.go")
}

func TestCoverFuncShowsWhatTestsHardlyRun(t *testing.T) {
	got := shownOf(shape.Grep, linesOf(90, func(i int) string {
		share := "100.0%"
		if i == 40 {
			share = "12.5%"
		}
		return fmt.Sprintf("example.org/cart/price.go:%d:\t\tFunc%d\t\t%s", i, i, share)
	})+"total:\t\t\t(statements)\t98.1%\n")
	wantShown(t, got, "Func40\t", "98.1%")
	wantHidden(t, got, "Func30\t")
}

func TestGraphOfCommitsIsAHistory(t *testing.T) {
	got := shownOf(shape.Prose, linesOf(60, func(i int) string {
		return fmt.Sprintf("* commit %040x\n| Author: A <a@example.com>\n| Date:   now\n| \n|     Subject %d\n| ", i+1, i)
	}))
	wantShown(t, got, "Subject 0\n", "Subject 3\n")
	wantHidden(t, got, "Subject 30\n")
}

func TestHeadedTableOfMarks(t *testing.T) {
	got := shownOf(shape.TestLog, "STATUS  TITLE          WORKFLOW  BRANCH\n"+linesOf(80, func(i int) string {
		mark := "✓"
		if i == 50 {
			mark = "X"
		}
		return fmt.Sprintf("%s       Change %-6d  CI        main", mark, i)
	}))
	wantShown(t, got, "STATUS", "Change 50 ")
	wantHidden(t, got, "Change 40 ")
}

// A list as short as this was asked for as a whole; a longer one is not shown
// for being a list.
func TestShortListIsShownWhole(t *testing.T) {
	path := func(i int) string { return fmt.Sprintf("src/cart/f%d.go", i) }
	wantShown(t, shownOf(shape.Listing, linesOf(40, path)), "f0.go", "f20.go", "f39.go")
	wantHidden(t, shownOf(shape.Listing, linesOf(900, path)), "f890.go")
}

func TestTableKeepsNotedRowsAndTheLargest(t *testing.T) {
	got := shownBy(t, shape.Table, "COMMAND   PID   SIZE NAME\n"+linesOf(90, func(i int) string {
		size, name := 100+i*37%1000, fmt.Sprintf("/srv/data/part%d", i)
		switch i {
		case 33:
			name += " (deleted)"
		case 55:
			size = 90000
		}
		return fmt.Sprintf("loader  %5d  %5d %s", 4000+i*13%977, size, name)
	}))
	wantShown(t, got, "part33 (deleted)", "part55\n", "part89\n")
	wantHidden(t, got, "part40\n")
}

// Where many rows have a word that is bad elsewhere, a bad one that few have
// is still seen.
func TestRareStatusAmongManyBadOnes(t *testing.T) {
	got := shownBy(t, shape.Table, "UNIT           LOAD    ACTIVE  SUB\n"+linesOf(90, func(i int) string {
		active, sub := "active", "exited"
		if i == 77 {
			active, sub = "failed", "failed"
		}
		return fmt.Sprintf("svc%-10d  loaded  %s  %s", i, active, sub)
	}))
	wantShown(t, got, "svc77 ")
	wantHidden(t, got, "svc60 ")
}

func TestYAMLKeysWithOtherSigns(t *testing.T) {
	got := shownBy(t, shape.Listing, "openapi: 3.1.0\npaths:\n"+linesOf(40, func(i int) string {
		return fmt.Sprintf("    /label/{name}/v%d:\n", i) + strings.TrimSuffix(linesOf(30, func(k int) string { return fmt.Sprintf("        %skey: value", strings.Repeat("k", k)) }), "\n")
	}))
	wantShown(t, got, "/label/{name}/v0:", "/label/{name}/v39:")
	if n := strings.Count(got, " "+strings.Repeat("k", 12)+"key:"); n != 1 {
		t.Errorf("the key with twelve is shown %d times", n) // what is below the first says what is below all
	}
}

func TestJSONLowShares(t *testing.T) {
	files := make(map[string]object)
	for i := range 80 {
		share := 95.5
		if i == 61 {
			share = 31.5
		}
		files[fmt.Sprintf("src/f%02d.py", i)] = object{"summary": object{"percent_covered": share, "missing": strings.Repeat("m", 60)}}
	}
	bothForms(t, object{"files": files}, func(t *testing.T, got string) {
		wantShown(t, got, "src/f61.py", "31.5")
		wantHidden(t, got, "src/f40.py")
	})
}

// A record that is a line, and so one unit, isn't shown whole to be named.
func TestJSONLinesAreNotNamed(t *testing.T) {
	got := shownBy(t, shape.JSONLines, linesOf(40, func(i int) string {
		return fmt.Sprintf(`{"name":"n%d","text":%q}`, i, strings.Repeat("t", 600))
	}))
	wantHidden(t, got, `"n30"`)
}

// What each record of a list is known by is shown, if the document is about the list.
func TestJSONItemsAreNamed(t *testing.T) {
	for key, of := range map[string]func(i int) any{
		"title":     func(i int) any { return fmt.Sprintf("Mend the way that part %d is read", i) },
		"hostName":  func(i int) any { return fmt.Sprintf("build-%c%d", 'a'+i, i) },
		"the_title": func(i int) any { return fmt.Sprintf("Chapter %d of it", i) },
	} {
		var items []any
		for i := range 24 {
			items = append(items, object{key: of(i), "state": "open", "body": strings.Repeat("word ", 80), "labels": []any{object{"id": 7, "color": "aabbcc"}, object{"id": 9, "color": "ccddee"}}})
		}
		bothForms(t, object{"count": 24, "items": items}, func(t *testing.T, got string) {
			wantShown(t, got, fmt.Sprint(of(11)), fmt.Sprint(of(23)))
		})
		bothForms(t, object{"manual": strings.Repeat("word ", 12_000), "items": items}, func(t *testing.T, got string) {
			wantHidden(t, got, fmt.Sprint(of(11)))
		})
	}
}

// Of data in XML what its elements say in words is shown, each once, and what they stand in.
func TestXMLSayings(t *testing.T) {
	say := func(i int) string { return fmt.Sprintf("part %c was mended by hand", 'a'+i) }
	got := shownBy(t, shape.SourceIndent, "<?xml version=\"1.0\"?>\n<changes>\n"+linesOf(20, func(i int) string {
		return fmt.Sprintf("  <change\n    number=\"%d\">\n%s    <note>%s</note>\n  </change>", 100+i, linesOf(12, func(k int) string {
			return fmt.Sprintf("    <file size=\"%d\">src/part%d/f%d.c</file>", k*i, i, k)
		}), say(i%10))
	})+"</changes>\n")
	wantShown(t, got, say(0), say(9), "number=\"109\"")
	wantHidden(t, got, "number=\"115\"", "f7.c")
	long := shownBy(t, shape.SourceIndent, "<?xml version=\"1.0\"?>\n<entries>\n"+linesOf(200, func(i int) string {
		return fmt.Sprintf("  <entry level=\"info\">the %s of part %d was read again</entry>", []string{"head", "end", "size"}[i%3], i)
	})+"</entries>\n")
	if n := strings.Count(long, "was read again"); n > 12 {
		t.Errorf("of a long list %d are shown", n)
	}
}
