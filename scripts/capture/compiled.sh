# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# Compiled languages: gfortran, cppcheck, ninja with gcc, meson, cargo, go vet.
cases+=(gfortran-err-01 cppcheck-01 ninja-err-01 meson-test-01 cargobuild-big-01 cargojson-01 govet-01)

capture_gfortran_err_01() {
	needs gfortran || return 0
	project solver
	{
		echo 'module grid'
		echo '  implicit none'
		echo 'contains'
		for i in $(seq 1 12); do
			cat <<F90
  subroutine relax_$i(u, n, errors)
    integer, intent(in) :: n
    real, intent(inout) :: u(n)
    integer, intent(out) :: errors
    integer :: k, unused_$i
    do k = 2, n - 1
      u(k) = 0.5d0 * (u(k-1) + u(k+1))
    end do
    if (u(1) == 0.0) errors = n / 3
  end subroutine
F90
		done
		cat <<'F90'
  subroutine broken(u, n)
    integer, intent(in) :: n
    real, intent(inout) :: u(n)
    integer :: k
    n = n + 1
    u(1) = "left"
    do k = 1, n
      u(k) = v(k)
    end do
    call relax_1(u, n)
    total = sum(u)
  end subroutine
end module
F90
	} >grid.f90
	gfortran -Wall -Wextra -Wconversion -fdiagnostics-format=json -c grid.f90 2>&1 | grep '^\[' >"$work/report"
	shown "gfortran -Wall -Wextra -Wconversion -c grid.f90"
	labels gfortran "$work/report" build-log "gfortran -fdiagnostics-format=json of the same file: errors and their places"
}

capture_cppcheck_01() {
	needs cppcheck || return 0
	project sensor
	mkdir src
	for name in alarm buffer driver logger; do
		{
			echo '#include <stdio.h>'
			echo '#include <stdlib.h>'
			for i in $(seq 1 8); do
				printf 'int %s_error_%d(int a, char *name) {\n    int i, failures = 0;\n    char *copy = name;\n    for (i = 0; i < a; i++) failures += i;\n    if (failures == a && failures == a) printf("%%d\\n", (unsigned)failures);\n    return failures;\n}\n' $name "$i"
			done
			[ $name = buffer ] && printf 'int last(void) {\n    int v[4] = {0};\n    return v[4];\n}\nchar *grow(int n) {\n    char *p = malloc(n);\n    if (n > 9) return 0;\n    free(p);\n    return p;\n}\n'
			[ $name = driver ] && printf 'int divide(int *p) {\n    int zero = 0;\n    if (!p) printf("%%d", *p);\n    return 10 / zero;\n}\n'
			:
		} >src/$name.c
	done
	cppcheck --enable=all --xml src 2>"$work/report" >/dev/null
	shown "cppcheck --enable=all src"
	labels cppcheck "$work/report" build-log "cppcheck --xml of the same files: findings of severity error"
}

c_sources() {
	mkdir -p src
	for i in $(seq 1 30); do
		printf '#include "units.h"\nint part_%d(int v) {\n    int error_count;\n    long wide = v * %dL;\n    unsigned u = v;\n    if (v < u) return (int)wide;\n    return clamp(v);\n}\n' "$i" "$i" >src/part_$i.c
	done
	printf 'static inline int clamp(int v) { return v < 0 ? 0 : v; }\nstruct reading { int celsius; };\n' >src/units.h
}

capture_ninja_err_01() {
	needs ninja gcc || return 0
	project firmware
	c_sources
	printf '#include "units.h"\nint report(struct reading *r) {\n    int f = r->fahrenheit;\n    return to_kelvin(f) + r;\n}\n' >src/part_17.c
	printf '#include "units.h"\nint broken(void) {\n    return clamp(1, 2)\n}\n' >src/part_23.c
	{
		printf 'rule cc\n  command = gcc -Wall -Wextra -c $in -o $out\n  description = CC $out\n'
		for i in $(seq 1 30); do echo "build obj/part_$i.o: cc src/part_$i.c"; done
	} >build.ninja
	: >"$work/report"
	for i in 17 23; do gcc -Wall -Wextra -fdiagnostics-format=json -c src/part_$i.c -o /dev/null 2>>"$work/report"; done
	shown "ninja -k 0 -j 1 -v"
	labels gcc "$work/report" build-log "gcc -fdiagnostics-format=json of the files that fail: errors and their places"
}

capture_meson_test_01() {
	needs meson ninja gcc || return 0
	project codec
	mkdir tests
	cat >tests/check.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0, i;
    for (i = 0; i < 6; i++) printf("checking error path %d of block %d: passed\n", i, n);
    if (n == 13) { fprintf(stderr, "block 13: checksum 0x%04x, stored 0x%04x\n", 0x1d0f, 0x29b1); return 1; }
    if (n == 27) { fprintf(stderr, "block 27: output ends early, 4093 of 4096 bytes\n"); return 3; }
    if (n == 31) abort();
    return 0;
}
C
	{
		echo "project('codec', 'c')"
		echo "exe = executable('check', 'tests/check.c')"
		for i in $(seq 1 40); do echo "test('decode error block $i', exe, args: ['$i'])"; done
		echo "test('skipped block', find_program('sh'), args: ['-c', 'exit 77'])"
	} >meson.build
	meson setup build >/dev/null 2>&1
	meson test -C build --num-processes 1 >/dev/null 2>&1
	cp build/meson-logs/testlog.json "$work/report"
	shown "meson test -C build --num-processes 1 --print-errorlogs --verbose"
	labels meson "$work/report" test-log "meson-logs/testlog.json of an identical run: failed tests and the first line that each wrote to standard error"
}

rust_crate() {
	mkdir -p src
	printf '[package]\nname = "planner"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
	{
		echo 'use std::collections::HashMap;'
		for i in $(seq 1 14); do
			printf 'pub fn step_%d(input: &str) -> Result<u32, String> {\n    let unused_%d = input.len();\n    let mut total = 0;\n    for error in input.split(",") {\n        total += error.parse::<u32>().map_err(|e| e.to_string())?;\n    }\n    return Ok(total);\n}\nfn dead_%d() {}\n' "$i" "$i" "$i"
		done
		cat <<'RS'
pub struct Plan {
    steps: Vec<String>,
    cost: HashMap<String, u32>,
}

impl Plan {
    pub fn cheapest(&self) -> &str {
        let mut best = &self.steps[0];
        for s in self.steps {
            if self.cost[&s] < self.cost[best] {
                best = &s;
            }
        }
        best
    }

    pub fn add(&self, step: String, cost: u64) {
        self.steps.push(step);
        self.cost.insert(step, cost);
    }

    pub fn total(&self) -> u32 {
        self.cost.values().map(|c| c.price).sum()
    }
}

pub fn longest<'a>(a: &str, b: &'a str) -> &'a str {
    if a.len() > b.len() { a } else { b }
}
RS
	} >src/lib.rs
}

capture_cargobuild_big_01() {
	needs cargo || return 0
	project planner
	rust_crate
	cargo check --offline --message-format=json >"$work/report" 2>/dev/null
	touch src/lib.rs
	shown "cargo check --offline"
	labels rustc "$work/report" build-log "cargo check --message-format=json of the same crate: errors and their places"
}

capture_cargojson_01() {
	needs cargo || return 0
	project planner
	rust_crate
	cargo check --offline --message-format=json >"$work/report" 2>/dev/null
	touch src/lib.rs
	shown "cargo check --offline --message-format=json 2>/dev/null"
	labels rustc_records "$work/report" json-lines "JSON parse of the records: the message of each error must appear"
}

capture_govet_01() {
	needs go || return 0
	project broker
	printf 'module example.com/broker\n\ngo 1.24\n' >go.mod
	for i in $(seq 1 6); do
		mkdir -p "queue$i"
		printf 'package queue%d\n\nimport (\n\t"fmt"\n\t"sync"\n)\n\ntype Queue struct {\n\tmu sync.Mutex\n\tN  int `json:n`\n}\n\nfunc (q Queue) Len() int { return q.N }\n\nfunc Show(q Queue, err error) {\n\tfmt.Printf("error %%d of %%s\\n", err, q.N)\n\tfor {\n\t}\n\tfmt.Println("done")\n}\n' "$i" >"queue$i/queue.go"
	done
	go vet -json ./... >"$work/report" 2>&1
	shown "go vet ./..."
	labels govet "$work/report" build-log "go vet -json of the same packages: every finding"
}
