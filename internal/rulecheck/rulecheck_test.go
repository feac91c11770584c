package rulecheck

import (
	"os"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rules"
)

// TestFamilies: each example of the embedded families comes out as it says, and
// each part of each rule has one that needs it.
func TestFamilies(t *testing.T) {
	files, err := rules.ReadFamilies(os.DirFS("../rules"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("%d families", len(files))
	}
	c, err := New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c = c.Bare()
	for i, f := range files {
		wrong, err := c.Examples(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range wrong {
			t.Error(p)
		}
		if !longtest.Some(f.Name, 20) {
			continue
		}
		idle, err := c.Evidence(files, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range idle {
			t.Error(p)
		}
	}
}

// TestParts: what is left out is what the part says, and a file of which nothing
// else is known proves nothing.
func TestParts(t *testing.T) {
	f, err := rules.Parse("f.rules", `test skip start "not ok " has "# TODO" "# SKIP"
test noise start "1.." then digits end under 9
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range Parts(f) {
		r, ok := p.without()
		got = append(got, p.String())
		if !ok {
			got = append(got, "  nothing")
		} else {
			got = append(got, "  "+r.String())
		}
	}
	want := []string{
		`start "not ok " of the rule test skip`, `  nothing`,
		`has "# TODO" of the rule test skip`, `  test skip start "not ok " has "# SKIP"`,
		`has "# SKIP" of the rule test skip`, `  test skip start "not ok " has "# TODO"`,
		`start 1.. of the rule test noise`, `  nothing`,
		`then of the condition start 1.. then digits end of the rule test noise`, `  test noise start 1.. under 9`,
		`the condition under 9 of the rule test noise`, `  test noise start 1.. then digits end`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestEvidence: a literal that decides is needed, one that doesn't is told, and an
// example that comes out otherwise is as well.
func TestEvidence(t *testing.T) {
	c, err := New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f, err := rules.Parse("f.rules", `path library has kit/ other/

example test-log "a failing test"
  === RUN   TestShop
  --- FAIL: TestShop (0.02s)
  panic: no coin
  
  goroutine 19 [running]:
  step.N0(0xc000012345)
  	/opt/kit/n0.go:12 +0x85
  step.N1(0xc000012345)
  	/opt/kit/n1.go:13 +0x85
  step.N2(0xc000012345)
  	/opt/kit/n2.go:14 +0x85
- step.N3(0xc000012345)
- 	/opt/kit/n3.go:15 +0x85
- step.N4(0xc000012345)
- 	/opt/kit/n4.go:16 +0x85
- step.N5(0xc000012345)
- 	/opt/kit/n5.go:17 +0x85
  step.N6(0xc000012345)
  	/opt/kit/n6.go:18 +0x85
  step.N7(0xc000012345)
  	/opt/kit/n7.go:19 +0x85
  shop.(*Cart).Total(0xc000012345)
  	/src/shop/cart.go:41 +0x85
  FAIL	example.com/shop	0.012s
end

example build-log "not one"
+ hello
end
`)
	if err != nil {
		t.Fatal(err)
	}
	families, err := rules.ReadFamilies(os.DirFS("../rules"))
	if err != nil {
		t.Fatal(err)
	}
	all := append(slices.Clone(families), f)
	back, err := rules.Try(rules.Path, all)
	if err != nil {
		t.Fatal(err)
	}
	defer back()
	idle, err := c.Evidence(all, len(all)-1)
	if err != nil {
		t.Fatal(err)
	}
	if len(idle) != 1 || idle[0].String() != "f.rules:1: no example needs has other/ of the rule path library" {
		t.Errorf("without evidence: %v", idle)
	}
	wrong, err := c.Examples(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) != 1 || wrong[0].String() != `f.rules:30: example "not one": it is taken for plain, not for build-log` {
		t.Errorf("wrong: %v", wrong)
	}
}

// TestContributing: the rule file of CONTRIBUTING.md is right, and needs its rule.
func TestContributing(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n```\n# acme")
	text, _, _ = strings.Cut(text, "```\n")
	f, err := rules.Parse("acme.rules", "# acme"+text)
	if err != nil || len(f.Examples) != 1 {
		t.Fatal(err, text)
	}
	files, err := rules.ReadFamilies(os.DirFS("../rules"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, f)
	back, err := rules.Try(rules.Test, files)
	if err != nil {
		t.Fatal(err)
	}
	defer back()
	c, err := New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c = c.Bare()
	wrong, err := c.Examples(f)
	if err != nil {
		t.Fatal(err)
	}
	idle, err := c.Evidence(files, len(files)-1)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong)+len(idle) > 0 {
		t.Error(wrong, idle)
	}
}
