package audit

// aside tells of a program that only prepares for what a line is run for.
func aside(program string) bool {
	switch program {
	case "cd", "pushd", "popd", "export", "set", "unset", "source", ".", ":", "true", "false", "echo", "printf", "sleep", "wait", "trap", "umask", "ulimit",
		"alias", "local", "declare", "typeset", "readonly", "read", "test", "[", "[[", "for", "case", "select", "function", "mkdir", "touch", "command", "type":
		return true
	}
	return false
}

// subcommands returns those of a command that are named with it, and its
// options before them that take a word. What is on no list is not named: it may
// be a path, a host, a key.
func subcommands(command string) (known, valued string) {
	switch command {
	case "go":
		return "build test run vet generate get install list mod work tool env doc fmt fix clean version", "-C"
	case "go mod":
		return "tidy download graph why verify vendor edit", ""
	case "go tool":
		return "cover pprof trace compile objdump nm", ""
	case "cargo":
		return "build b test t check c clippy run r bench doc fmt nextest tree metadata update add install publish audit", "-C --config --color"
	case "git":
		return "add am annotate apply archive bisect blame branch checkout cherry-pick clean clone commit config describe diff fetch format-patch grep log " +
			"ls-files ls-remote ls-tree merge mv notes pull push rebase reflog remote reset restore revert rev-list rev-parse rm shortlog show " +
			"stash status submodule switch tag worktree", "-C -c --git-dir --work-tree --namespace --exec-path"
	case "gh":
		return "pr issue run workflow repo api release search gist auth browse", "-R --repo"
	case "gh pr", "gh issue", "gh run", "gh workflow", "gh repo", "gh release":
		return "list view status diff checks create edit comment close merge watch rerun download clone", "-R --repo"
	case "glab":
		return "mr issue ci repo api release", "-R --repo"
	case "npm":
		return "test t run run-script install i ci audit ls list outdated exec start build pack publish update version view", "--prefix -w --workspace"
	case "pnpm", "yarn", "bun":
		return "test run install i add audit ls list outdated exec dlx start build pack why update x " + runnable, "-C --dir --cwd --filter -F"
	case "npx", "bunx", "uvx", "pipx", "npm exec", "pnpm exec", "pnpm dlx", "pnpm run", "yarn exec", "yarn dlx", "yarn run", "bun x", "bun run",
		"bundle exec", "poetry run", "uv run", "pipenv run", "pdm run", "hatch run", "rye run", "conda run", "mise exec", "pipx run":
		return runnable, "-p --package -n --name --with --python --extra --group"
	case "npm run", "npm run-script":
		return "test build lint check format typecheck type-check start dev coverage e2e unit ci", "--prefix -w --workspace"
	case "python", "python2", "python3":
		return "-m", "-W -X"
	case "python -m", "python3 -m":
		return runnable + " unittest pip venv compileall json.tool http.server build doctest timeit cProfile", ""
	case "pip", "pip3":
		return "install uninstall list show freeze check download wheel", "--python"
	case "uv":
		return "run sync lock add remove pip tool tree venv build python", "--directory --project"
	case "poetry", "pipenv", "pdm", "hatch", "rye":
		return "run install add remove update lock show build check test", "-C --directory"
	case "bundle":
		return "exec install update check show list outdated", ""
	case "rails", "rake":
		return "test spec routes db:migrate db:seed db:setup db:rollback assets:precompile lint", ""
	case "composer":
		return "install update require test show audit dump-autoload", "-d --working-dir"
	case "php":
		return "artisan", ""
	case "php artisan":
		return "test migrate route:list", ""
	case "mvn", "mvnw":
		return "clean compile test package verify install deploy dependency:tree", "-f -pl -P -D"
	case "gradle", "gradlew":
		return "clean build test check assemble dependencies lint", "-p -b"
	case "dotnet":
		return "build test run restore publish format list", ""
	case "swift":
		return "build test run package", ""
	case "mix":
		return "test compile deps.get credo dialyzer format", ""
	case "zig":
		return "build test run fmt", ""
	case "bazel", "bazelisk":
		return "build test run query cquery info coverage", ""
	case "make", "gmake", "just", "task", "ninja":
		return "all build test check lint clean install fmt format vet coverage ci", "-C -f -j --directory --file"
	case "docker", "podman", "nerdctl":
		return "build run exec ps logs images inspect pull push compose stats top info version system buildx image container network volume", "-H --host --context -c"
	case "docker compose", "podman compose":
		return "up down build run exec ps logs config pull restart", "-f --file -p --project-name --profile"
	case "docker-compose", "podman-compose":
		return "up down build run exec ps logs config pull restart", "-f --file -p --project-name --profile"
	case "docker image", "docker container", "docker network", "docker volume", "docker system", "docker buildx":
		return "ls list inspect prune build df logs", ""
	case "kubectl", "oc", "k":
		return "get describe logs apply delete exec top rollout events explain diff config version", "-n --namespace --context --kubeconfig --cluster"
	case "helm":
		return "install upgrade list status template lint history diff", "-n --namespace --kube-context"
	case "terraform", "tofu":
		return "init plan apply destroy validate fmt show output state", ""
	case "aws":
		return "s3 s3api ec2 ecs eks lambda logs iam sts cloudformation dynamodb rds sqs sns ssm", "--profile --region --output"
	case "gcloud":
		return "compute container logging run functions projects iam sql", "--project --account"
	case "az":
		return "vm aks webapp group account monitor storage", ""
	case "systemctl":
		return "status list-units list-timers show cat start stop restart", ""
	case "apt", "apt-get", "apt-cache", "dnf", "yum", "apk", "brew":
		return "install update upgrade search list show info policy add remove", "-o -c"
	case "deno":
		return "test run lint check fmt task", ""
	case "ng", "nx", "turbo", "lerna":
		return "build test lint run serve e2e", ""
	case "playwright", "cypress", "npx playwright", "npx cypress":
		return "test run", ""
	case "elide":
		return "run messages proxy store cost config prompt show diff doctor stats", ""
	}
	return "", ""
}

// runnable are the tools that others run by name.
const runnable = "jest vitest mocha ava tap karma playwright cypress eslint prettier tsc tsx ts-node biome oxlint stylelint webpack vite rollup esbuild next nx " +
	"turbo prisma pytest tox nox mypy pyright ruff black flake8 pylint isort bandit coverage pre-commit django celery rspec cucumber rubocop rails rake " +
	"node python python3 go cargo make"
