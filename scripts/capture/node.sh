# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# Node: TAP of node --test, jasmine, stylelint, webpack, esbuild. The packages
# are looked up in $NODE_TOOLS/node_modules.
cases+=(node-tap-01 jasmine-fail-01 stylelint-01 webpack-err-01 esbuild-err-01)

node_tool() {
	[ -e "${NODE_TOOLS-}/node_modules/$1" ] || {
		echo "$id: skipped, no $1 in \$NODE_TOOLS" >&2
		return 1
	}
	ln -sfn "$NODE_TOOLS/node_modules" node_modules
}

capture_node_tap_01() {
	needs node || return 0
	project queue
	cat >queue.test.mjs <<'JS'
import test, { describe, it } from "node:test";
import assert from "node:assert/strict";

const order = (xs) => [...xs].sort();

describe("queue", () => {
  for (let n = 1; n <= 40; n++) it(`keeps ${n} failed jobs`, () => assert.equal(order(Array(n).fill("a")).length, n));
  it("orders by number", () => assert.deepEqual(order([10, 9, 1]), [1, 9, 10]));
  it("rejects an empty job", async () => { await assert.rejects(async () => order(["x"])); });
});
test("drains", () => { const q = undefined; return q.drain(); });
test("is not written yet", { todo: true }, () => {});
JS
	node --test --test-reporter=junit >"$work/report" 2>/dev/null
	shown "node --test --test-reporter=tap"
	labels nodejunit "$work/report" test-log "node's junit reporter of an identical run: failed tests, first message line"
}

capture_jasmine_fail_01() {
	project calendar
	node_tool jasmine || return 0
	mkdir spec
	cat >spec/calendar.spec.js <<'JS'
const days = (y, m) => new Date(Date.UTC(y, m, 0)).getUTCDate();
const label = (d) => ({ 1: "Mon", 2: "Tue" })[d].toUpperCase();

describe("calendar", () => {
  for (let y = 1990; y < 2040; y++) it(`has 31 days in January ${y}`, () => expect(days(y, 1)).toBe(31));
  it("knows leap years", () => expect(days(1900, 2)).toBe(29));
  it("labels days", () => expect(label(3)).toBe("WED"));
  it("compares weeks", () => expect({ from: 1, to: 7, name: "first" }).toEqual({ from: 1, to: 8, name: "first" }));
});
JS
	cat >"$work/second.js" <<'JS'
const fs = require("fs");
const found = [];
module.exports = class {
  specDone(r) { for (const f of r.failedExpectations) found.push({ name: r.fullName, message: f.message, place: /calendar\.spec\.js:\d+/.exec(f.stack)[0] }); }
  jasmineDone() { fs.writeFileSync(process.env.RECORD, JSON.stringify(found)); }
};
JS
	mkdir helpers
	printf 'const R = require(%s);\njasmine.getEnv().addReporter(new R());\n' "'$work/second.js'" >helpers/record.js
	RECORD=$work/report npx jasmine --random=false --helper=helpers/record.js 'spec/*.spec.js' >/dev/null 2>&1
	shown "npx jasmine --random=false 'spec/*.spec.js'"
	labels results "$work/report" test-log "a second jasmine reporter's result objects of an identical run: names, first message line, place"
}

capture_stylelint_01() {
	project theme
	node_tool stylelint || return 0
	mkdir css
	for name in base error-page forms print; do
		for i in $(seq 1 12); do printf '.%s-%d {\n  COLOR: #FFFFFF;\n  margin: 0px;\n  background: RED\n}\n' $name "$i"; done >css/$name.css
	done
	printf 'a { colr: red; }\na:hoverr { color: #ggg; }\n.box { width: calc(1px+2px); }\n@media (min-width: 10px { }\n' >css/broken.css
	printf '.x { colr: red; }\n' >>css/forms.css
	cat >.stylelintrc.json <<'JSON'
{"extends": "stylelint-config-standard", "defaultSeverity": "warning",
 "rules": {"property-no-unknown": [true, {"severity": "error"}], "color-no-invalid-hex": [true, {"severity": "error"}]}}
JSON
	npx stylelint --formatter json -o "$work/report" 'css/*.css' >/dev/null 2>&1
	shown "npx stylelint 'css/*.css'"
	labels stylelint "$work/report" build-log "stylelint --formatter json of the same files: problems of severity error"
}

capture_webpack_err_01() {
	project dashboard
	node_tool webpack || return 0
	mkdir src
	for i in $(seq 1 25); do printf 'export const error%d = (x) => `${x}-%d`;\n' "$i" "$i" >src/part$i.js; done
	{
		for i in $(seq 1 25); do echo "import { error$i } from './part$i';"; done
		echo "import chart from './charts/line';"
		echo "import { gone } from './part1';"
		echo "import './broken';"
		echo "console.log(chart, gone, error1(1));"
	} >src/index.js
	printf 'export function open() {\n  return { a: 1;\n}\n' >src/broken.js
	printf 'module.exports = { mode: "production", stats: { modules: true, modulesSpace: 99 } };\n' >webpack.config.js
	npx webpack --json >"$work/report" 2>/dev/null
	rm -rf dist
	shown "npx webpack"
	labels webpack "$work/report" build-log "webpack --json of an identical run: modules that failed and the first line of each message"
}

capture_esbuild_err_01() {
	project widgets
	node_tool esbuild || return 0
	mkdir src
	for i in $(seq 1 12); do printf 'import { missing%d } from "./lib";\nexport const view%d = (n: number) => { if (n == -0) return missing%d; return typeof n == "nmber"; };\n' "$i" "$i" "$i" >src/view$i.ts; done
	printf 'export const known = 1;\nexport const known = 2;\nlet x: = 3;\n' >src/lib.ts
	for i in $(seq 1 12); do echo "export * from './view$i';"; done >src/index.ts
	node -e 'require("esbuild").build({entryPoints: ["src/index.ts"], bundle: true, write: false, logLevel: "silent"}).catch(e => require("fs").writeFileSync(process.argv[1], JSON.stringify(e.errors)))' "$work/report"
	shown "npx esbuild src/index.ts --bundle --outfile=out.js --log-limit=0"
	labels esbuild "$work/report" build-log "the error objects of esbuild's API for the same build"
}
