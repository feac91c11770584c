// Package imports holds the policy of which package may import which.
package imports

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// layers lists the module's packages from the ground up. A package imports
// only from the layers below its own. What is beside each other in a layer
// knows nothing of the other.
var layers = [][]string{
	{"internal/longtest"},
	{"internal/laws"},
	{"internal/shape", "internal/marker", "internal/tokens", "internal/keep", "internal/cli", "internal/room", "internal/spool", "internal/child", "internal/child/childtest", "internal/jsonspan", "internal/jsonlines", "internal/ownfile", "internal/cutmark", "internal/install/jsonc", "internal/install/jsonc/jsonctest", "internal/bench/speed", "internal/scan", "internal/above", "internal/page", "internal/page/pagetest", "internal/guard", "internal/awssign", "internal/interval", "internal/order"},
	{"internal/rules", "internal/languages"},
	{"internal/line"},
	{"internal/block", "internal/ledger", "internal/store", "internal/config", "internal/frame", "internal/toolcall", "internal/hook/seen", "internal/install", "cmd/elide/early"},
	{"internal/templates", "internal/classify", "internal/fleet", "internal/shellline", "internal/store/storetest", "internal/wire", "internal/help", "internal/posix", "internal/terminal", "internal/audit", "internal/trial", "internal/rules/gen", "internal/languages/gen"},
	{"internal/mark", "internal/expand", "internal/conversation"},
	{"internal/reduce/trace", "internal/reduce/telling", "internal/reduce/page"},
	{"internal/reduce/build", "internal/reduce/tables", "internal/reduce/matches"},
	{"internal/reduce/logs", "internal/reduce/testrun", "internal/reduce/outline", "internal/floor"},
	{"internal/reduce/plain", "internal/reduce/listing", "internal/steps"},
	{"internal/reduce/jsondoc", "internal/reduce/formats"},
	{"internal/reduce/diffs"},
	{"internal/reduce"},
	{"internal/heads", "internal/plan", "internal/worth", "internal/stats", "internal/delta", "cmd/elide-redis/internal/redisstore", "cmd/elide-redis/internal/redisstore/redistest", "internal/cachehint", "internal/steer", "internal/agents", "internal/thread", "internal/thread/threadtest", "internal/transcript"},
	{"internal/render", "internal/held", "internal/digest", "internal/worth/gen"},
	{"internal/pipeline"},
	{"internal/focus"},
	{"internal/bench", "internal/rewrite", "internal/setup", "internal/report", "internal/prompt", "internal/hook", "internal/rulecheck"},
	{"internal/meter", "internal/aside", "internal/history", "internal/install/doctor", "internal/bodies", "internal/rulecheck/mine", "internal/ruledraft"},
	{".", "internal/proxy", "internal/dashboard", "internal/bench/histories", "internal/mcpserver", "internal/replay", "internal/setup/requests"},
	{"internal/proxy/e2e", "internal/api"},
	{"cmd/elide", "cmd/elision-get", "cmd/elision-bench", "cmd/elide-redis", "cmd/elide-proxy", "cmd/elide-serve", "cmd/elide-shell", "cmd/elide-mcp", "internal/proxy/e2e/model"},
}

// barred are imports that a package, and those in its folder, must do without,
// and why.
var barred = []struct{ pkg, path, why string }{
	{"internal/reduce", "os", "a reducer is pure"},
	{"internal/reduce", "time", "a reducer is pure"},
	{"internal/reduce", "regexp", "it is on the hot path"},
	{"internal/steps", "regexp", "it is on the hot path"},
	{"internal/cutmark", "regexp", "it is on the hot path"},
	{"internal/classify", "regexp", "it is on the hot path"},
	{"internal/line", "regexp", "it is on the hot path"},
	{"internal/plan", "os", "a plan is pure"},
	{"internal/render", "os", "rendering is pure"},
	{"internal/pipeline", "os", "the environment is read in cmd only"},
	{"cmd/elide", "net/http", "it costs at every start"},
	{"cmd/elision-get", "net/http", "it costs at every start"},
	{"internal/store", "net/http", "nothing leaves the machine"},
	{"internal/fleet", "net", "elide links it"},
	{"internal/ledger", "net/http", "elide links it"},
	{"internal/wire", "net/http", "it reads bodies, not requests"},
	{"internal/rewrite", "net/http", "it reads bodies, not requests"},
}

func TestImportsGoOneWay(t *testing.T) {
	level := map[string]int{}
	for i, layer := range layers {
		for _, pkg := range layer {
			level[pkg] = i
		}
	}
	seen := 0
	module := moduleName(t) + "/"
	for pkg, imports := range importsOf(t, "../..") {
		if pkg == "internal/imports" || strings.HasPrefix(pkg, "scripts") || strings.HasPrefix(pkg, "examples") {
			continue
		}
		own, ok := level[pkg]
		if !ok {
			t.Errorf("%s is in no layer: say where it belongs", pkg)
			continue
		}
		seen++
		for _, imp := range imports {
			if other, ok := strings.CutPrefix(imp, module); ok && level[other] >= own {
				t.Errorf("%s imports %s, which is not below it", pkg, other)
			}
			checkBarred(t, pkg, imp)
		}
	}
	if seen != len(level) {
		t.Errorf("%d packages of %d were found", seen, len(level))
	}
}

// TestLinks: what the light commands link by way of other modules. The package
// net alone costs as much at every start as all of elide.
func TestLinks(t *testing.T) {
	longtest.Asked(t)
	const aws = "github.com/aws/aws-sdk-go-v2/aws"
	for _, c := range []struct{ pkg, path string }{
		{".", aws},
		{"internal/proxy", aws},
		{"cmd/elide", aws},
		{"cmd/elision-get", aws},
		{"cmd/elision-bench", aws},
		{"cmd/elide-mcp", aws},
		{"cmd/elide-redis", aws},
		{"cmd/elide-serve", aws},
		{"cmd/elide-shell", aws},
		{"cmd/elide", "net"},
		{"cmd/elide", "crypto/tls"},
		{"cmd/elide-shell", "net"},
		{"cmd/elision-get", "net/http"},
		{"cmd/elision-get", "github.com/redis/go-redis/v9"},
		{"cmd/elision-bench", "github.com/redis/go-redis/v9"},
	} {
		out, err := exec.Command("go", "list", "-deps", "../../"+c.pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(strings.Fields(string(out)), c.path) {
			t.Errorf("%s links %s", c.pkg, c.path)
		}
	}
}

// moduleName returns the module's path, which scripts/set-module may have changed.
func moduleName(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func checkBarred(t *testing.T, pkg, imp string) {
	t.Helper()
	for _, b := range barred {
		if (b.pkg == pkg || strings.HasPrefix(pkg, b.pkg+"/")) && b.path == imp {
			t.Errorf("%s imports %s: %s", pkg, imp, b.why)
		}
	}
}

// importsOf returns the imports of each package below root, tests left out.
func importsOf(t *testing.T, root string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		pkg := filepath.ToSlash(rel)
		for _, spec := range file.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			if !slices.Contains(out[pkg], imp) {
				out[pkg] = append(out[pkg], imp)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
