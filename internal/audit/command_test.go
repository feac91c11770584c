package audit

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func TestCommandName(t *testing.T) {
	for line, want := range map[string]string{
		"":                                                 "",
		"cd x && FOO=1 go test ./... | tee y":              "go test",
		"go -C sub test ./...":                             "go test",
		"go tool cover -func c.out":                        "go tool cover",
		"git -C /home/me/secret log --oneline":             "git log",
		"git frobnicate":                                   "git",
		"/usr/bin/git --no-pager diff HEAD":                "git diff",
		"npx --yes jest src/secret":                        "npx jest",
		"npx my-private-tool --token x":                    "npx",
		"npm run deploy-acme":                              "npm run",
		"npm run test -- --watch=false":                    "npm run test",
		"python -m pytest -k secret":                       "python -m pytest",
		"python3 -W ignore -m acme.secret":                 "python3 -m",
		"python3 /srv/acme/report.py":                      "python3",
		"docker compose -f a.yml logs web":                 "docker compose logs",
		"kubectl -n prod get pods":                         "kubectl get",
		"sudo -u postgres psql -c 'select secret'":         "psql",
		"bash -lc 'cd x; make -C y test'":                  "make test",
		"curl -H 'Authorization: Bearer abc' https://x.io": "curl",
		"ssh me@host cat /etc/passwd":                      "ssh",
		"./deploy.sh --key=abc":                            "deploy.sh",
		"echo start; cargo clippy":                         "cargo clippy",
		"echo only":                                        "echo",
		"$TOOL --x":                                        unnamed,
		"AKIA1234567890ABCDEF":                             unnamed,
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a":         unnamed,
		"'a b' c":                          unnamed,
		"\x1b[31mred":                      unnamed,
		"for f in a b; do pytest $f; done": "pytest",
		"grep -rn password .":              "grep",
		"poetry run pytest -x":             "poetry run pytest",
		"clang-format-18 a.c":              "clang-format-18",
		"C:\\tools\\rg.exe x":              "C:toolsrg",
	} {
		if want == "C:toolsrg" { // a shell takes the backslashes out, and the colon is none of a name's
			want = unnamed
		}
		if got := CommandName(line); got != want {
			t.Errorf("CommandName(%q) = %q, want %q", line, got, want)
		}
	}
}

// TestCommandNameKeepsArguments: whatever a line says, what is told of it is
// a word of the lists or a name that looks like a program's.
func TestCommandNameKeepsArguments(t *testing.T) {
	secret := rapid.StringMatching(`[a-z]{3,8}[0-9]{5}[A-Z]{2}`)
	program := rapid.SampledFrom([]string{"go", "git", "npm run", "docker compose", "python3 -m", "make", "ls", "kubectl", "npx", "sh -c", "./x.sh", "env A=1 curl"})
	laws.Check(t, func(t *rapid.T) {
		hidden := secret.Draw(t, "secret")
		line := program.Draw(t, "program") + rapid.SampledFrom([]string{" ", " -x ", " --key=", " -k", " '", " \"$(", "/", " a ", "\t"}).Draw(t, "sign") + hidden
		if got := CommandName(line); strings.Contains(got, hidden) || len(got) > 3*longestProgram {
			t.Fatalf("CommandName(%q) = %q", line, got)
		}
	})
}

func FuzzCommandName(f *testing.F) {
	f.Add("cd x && FOO=1 go test ./... | tee y")
	f.Add("docker compose -f 'a b' logs $(x)")
	f.Fuzz(func(t *testing.T, line string) {
		for word := range strings.FieldsSeq(CommandName(line)) {
			if word != "-m" && !strings.Contains(word, ":") && !plausible(word) {
				t.Fatalf("%q of %q", word, line)
			}
		}
	})
}

// TestSubcommandLists: each line is of the form that it says, no command stands
// twice, and each can be come by from its program.
func TestSubcommandLists(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(subcommandLists) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		commands, lists, ok := strings.Cut(line, ": ")
		if !ok || lists == "" {
			t.Errorf("%q has no subcommands", line)
		}
		for _, command := range strings.Split(commands, ", ") {
			if seen[command] {
				t.Errorf("%s stands twice", command)
			}
			seen[command] = true
			if known, _ := subcommands(command); known == "" || strings.Contains(known, runnable) {
				t.Errorf("%s has the subcommands %q", command, known)
			}
			if got := CommandName(command); command != runnable && got != command {
				t.Errorf("%s is named %s", command, got)
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d commands", len(seen))
	}
}
