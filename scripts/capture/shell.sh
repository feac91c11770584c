# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# Shell, Perl, YAML: bats, shellcheck, prove, perlcritic, yamllint.
cases+=(bats-fail-01 shellcheck-01 prove-fail-01 perlcritic-01 yamllint-01)

capture_bats_fail_01() {
	needs bats || return 0
	project release
	cat >lib.sh <<'SH'
slug() { printf '%s' "$1" | tr 'A-Z ' 'a-z-'; }
next_patch() { echo "${1%.*}.$((${1##*.} + 2))"; }
changelog() { echo "release notes of $1"; return 3; }
SH
	{
		echo 'setup() { . ./lib.sh; }'
		for i in $(seq 1 40); do
			printf '@test "slug of Error Report %d" {\n  [ "$(slug "Error Report %d")" = error-report-%d ]\n}\n' "$i" "$i" "$i"
		done
		cat <<'SH'
@test "next patch version" {
  run next_patch 1.4.9
  echo "got: $output"
  [ "$output" = 1.4.10 ]
}
@test "changelog is written" {
  run changelog 1.4.10
  echo "status was $status" >&2
  [ "$status" -eq 0 ]
}
@test "tags are signed" {
  skip "no key here"
}
SH
	} >release.bats
	bats --report-formatter junit -o "$work" release.bats >/dev/null 2>&1
	mv "$work/report.xml" "$work/report"
	shown "bats release.bats"
	labels bats "$work/report" test-log "bats --report-formatter junit of an identical run: failed tests and the first two lines of each message"
}

capture_shellcheck_01() {
	needs shellcheck || return 0
	project deploy
	for name in backup deploy notify rotate; do
		{
			echo '#!/bin/bash'
			for i in $(seq 1 9); do
				cat <<SH
${name}_$i() {
  local target=\$1
  cd \$target
  for f in \$(ls *.log); do
    echo "processing \$f" >> \$target/out.$i
  done
  result=\$(cat /etc/hosts | grep \$target)
  [ \$? = 0 ] && echo \$result
}
SH
			done
			[ $name = deploy ] && printf 'if [ $1 == "prod" ]; then\n  echo $array[0]\nfi\nif [[ $2 =~ "^v" ]] && [ ! -z $3]; then echo tagged; fi\n'
			[ $name = rotate ] && printf 'rotate_all() {\n  local -i n = 3\n  return "done"\n}\nrotate_all $@\n'
			:
		} >$name.sh
	done
	shellcheck -f json -- *.sh >"$work/report"
	shown "shellcheck *.sh"
	labels shellcheck "$work/report" build-log "shellcheck -f json of the same files: comments of level error and their places"
}

capture_prove_fail_01() {
	needs prove || return 0
	project parser
	mkdir t
	for n in 01 02 03 04; do
		{
			echo 'use strict; use warnings; use Test::More;'
			for i in $(seq 1 25); do echo "is(length('x' x $i), $i, 'reads a failure record of $i bytes');"; done
			[ $n = 02 ] && cat <<'PL'
is(join(',', sort { $a <=> $b } 10, 9), '9,11', 'numbers in order');
is_deeply({ name => 'a', tags => [1, 2] }, { name => 'a', tags => [1, 3] }, 'record reads back');
PL
			[ $n = 04 ] && cat <<'PL'
like("status: degraded\n", qr/^status: ok$/m, 'service is up');
TODO: { local $TODO = 'not done'; ok(0, 'known gap'); }
die "can't open fixture: no such table\n";
PL
			echo 'done_testing;'
		} >t/$n-parse.t
	done
	cat >"$work/tap.pl" <<'PL'
use TAP::Parser; use JSON::PP;
for my $file (@ARGV) {
  my $p = TAP::Parser->new({ source => $file, merge => 1 });
  while (my $r = $p->next) {
    next unless $r->is_test && !$r->is_ok;
    print encode_json({ text => [$r->raw], why => 'failed test' }), "\n";
  }
  print encode_json({ text => [$file, 'Wstat'], why => 'script that failed' }), "\n" if $p->has_problems;
}
PL
	perl "$work/tap.pl" t/*.t >"$work/report" 2>/dev/null
	shown "prove -v t"
	labels tap "$work/report" test-log "TAP::Parser over the same scripts: failed tests, scripts with problems"
}

capture_perlcritic_01() {
	needs perlcritic || return 0
	project legacy
	mkdir lib
	for name in Config Queue Report; do
		{
			echo "package $name;"
			for i in $(seq 1 8); do
				cat <<PL
sub load_$i {
  my (\$path, \$n) = @_;
  open(FH, "<\$path");
  my @all = <FH>;
  if (\$n == $((i + 41))) { return undef; }
  foreach \$line (@all) { print "got: " . \$line unless \$line =~ /^#.*\$/; }
  return \$n * 3.14;
}
PL
			done
			echo '1;'
		} >lib/$name.pm
	done
	perlcritic --brutal --verbose '%f\t%l\t%s\t%m\n' lib >"$work/report"
	shown "perlcritic --brutal lib"
	labels perlcritic "$work/report" build-log "perlcritic --verbose '%f %l %s %m' of the same files: violations of severity 5, the first of each message and line"
}

capture_yamllint_01() {
	needs yamllint || return 0
	project cluster
	mkdir -p manifests
	for i in $(seq 10 45); do
		printf 'apiVersion: v1\nkind:  Service\nmetadata:\n  name: api-%d   \n  annotations: {note: "a line that is far too long for the rule of eighty characters in %d"}\nspec: \n    ports: [ 80, %d ]\n' "$i" "$i" "$i" >manifests/svc-$i.yaml
	done
	printf -- '---\nkey: 1\nkey: 2\nlist:\n- a\n  - b: c: d\n' >manifests/broken.yaml
	printf -- '---\nname: x\n\tbad: tab\n' >manifests/tabs.yaml
	printf 'extends: default\nrules:\n  trailing-spaces: {level: warning}\n  indentation: {level: warning}\n  colons: {level: warning}\n  brackets: {level: warning}\n  line-length: {level: warning}\n' >.yamllint
	yamllint -f parsable manifests >"$work/report"
	shown "yamllint -f standard manifests"
	labels yamllint "$work/report" build-log "yamllint -f parsable of the same files: problems of level error and their files"
}
