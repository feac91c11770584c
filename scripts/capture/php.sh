# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# PHP: PHPUnit, an uncaught exception.
cases+=(phpunit-fail-01 php-stack-01)

capture_phpunit_fail_01() {
	needs phpunit || return 0
	project invoice
	mkdir tests
	cat >tests/InvoiceTest.php <<'PHP'
<?php
use PHPUnit\Framework\TestCase;

final class Money
{
    public function __construct(public int $cents, public string $currency = 'EUR') {}
    public function plus(Money $o): Money { return new Money($this->cents + $o->cents); }
    public function split(int $n): array { return array_fill(0, $n, new Money(intdiv($this->cents, $n), $this->currency)); }
    public function __toString(): string { return sprintf('%d.%d %s', intdiv($this->cents, 100), $this->cents % 100, $this->currency); }
}

final class InvoiceTest extends TestCase
{
    public static function sums(): array
    {
        $all = [];
        for ($i = 0; $i < 40; $i++) {
            $all["sum of $i and error code $i"] = [$i, $i, 2 * $i];
        }
        return $all;
    }

    /** @dataProvider sums */
    public function testSum(int $a, int $b, int $want): void
    {
        $this->assertSame($want, (new Money($a))->plus(new Money($b))->cents);
    }

    public function testKeepsTheCurrency(): void
    {
        $sum = (new Money(1, 'USD'))->plus(new Money(2, 'USD'));
        $this->assertSame('USD', $sum->currency);
    }

    public function testSplitLosesNothing(): void
    {
        $parts = (new Money(100))->split(3);
        $this->assertSame(100, array_sum(array_map(fn ($m) => $m->cents, $parts)), 'cents were lost');
    }

    public function testPrintsCentsWithTwoDigits(): void
    {
        $this->assertEquals("1.05 EUR\n2.00 EUR", new Money(105) . "\n" . new Money(200));
    }

    public function testSplitByZero(): void
    {
        $this->assertCount(0, (new Money(100))->split(intdiv(1, 0)));
    }
}
PHP
	phpunit --log-junit "$work/report" tests >/dev/null 2>&1
	shown "phpunit --debug tests"
	labels phpunit "$work/report" test-log "phpunit --log-junit of an identical run: failed tests, first message line, place"
}

capture_php_stack_01() {
	needs php || return 0
	project shop
	mkdir src
	cat >src/Repository.php <<'PHP'
<?php
final class Repository
{
    public function load(int $id): array
    {
        try {
            return json_decode('{"id": ' . $id . ', "lines": [', true, 16, JSON_THROW_ON_ERROR);
        } catch (JsonException $e) {
            throw new RuntimeException("order $id can't be read", 7, $e);
        }
    }
}
PHP
	cat >index.php <<'PHP'
<?php
require __DIR__ . '/src/Repository.php';

function step(int $n, callable $last) { return $n === 0 ? $last() : step($n - 1, $last); }

if ($path = getenv('RECORD')) {
    set_exception_handler(function (Throwable $e) use ($path) {
        for ($found = []; $e; $e = $e->getPrevious()) {
            $found[] = ['text' => $e->getMessage(), 'why' => 'message of an exception'];
            $found[] = ['text' => basename($e->getFile()) . ':' . $e->getLine(), 'why' => 'place of an exception'];
        }
        file_put_contents($path, json_encode($found));
    });
}
echo "loading orders\n";
step(25, fn () => (new Repository())->load(4711));
PHP
	RECORD=$work/report php index.php >/dev/null 2>&1
	shown "php -d display_errors=stderr -d log_errors=0 index.php"
	labels lines "$work/report" stack "the exception objects of a second run (chain by getPrevious): messages and places"
}
