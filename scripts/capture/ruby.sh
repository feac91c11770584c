# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# Ruby: RSpec, minitest, an uncaught error.
cases+=(rspec-fail-01 minitest-fail-01 ruby-stack-01)

ruby_cart() {
	mkdir -p lib
	cat >lib/cart.rb <<'RB'
class Cart
  Line = Struct.new(:sku, :price, :count)

  attr_reader :lines

  def initialize = @lines = []

  def add(sku, price, count = 1)
    raise ArgumentError, "count must be positive, got #{count}" unless count.positive?
    @lines << Line.new(sku, price, count)
    self
  end

  def total = lines.sum { |l| l.price * l.count }

  def discount(percent)
    total - total * percent / 10
  end

  def find(sku) = lines.find { |l| l.sku == sku }.price

  def to_s = lines.map { |l| "#{l.count} x #{l.sku}" }.join(",")
end
RB
}

capture_rspec_fail_01() {
	needs rspec || return 0
	project cart
	ruby_cart
	mkdir spec
	cat >spec/cart_spec.rb <<'RB'
require_relative "../lib/cart"

RSpec.describe Cart do
  subject(:cart) { described_class.new }

  (1..45).each do |n|
    it "totals #{n} equal lines" do
      n.times { cart.add("sku-#{n}", 3) }
      expect(cart.total).to eq(3 * n)
    end
  end

  describe "errors" do
    (0..9).each do |n|
      it "raises an error for a failed count of -#{n}" do
        expect { cart.add("x", 1, -n) }.to raise_error(ArgumentError, /must be positive/)
      end
    end
  end

  describe "#discount" do
    it("takes nothing off for 0 percent") { expect(cart.add("a", 100).discount(0)).to eq(100) }

    it "takes ten percent off" do
      cart.add("a", 100)
      expect(cart.discount(10)).to eq(90)
    end
  end

  describe "#find" do
    it("finds a price") { expect(cart.add("a", 7).find("a")).to eq(7) }

    it "returns nil for an unknown sku" do
      expect(cart.find("nope")).to be_nil
    end
  end

  describe "#to_s" do
    it "lists the lines" do
      cart.add("a", 1, 2).add("b", 1)
      expect(cart.to_s).to eq("2 x a, 1 x b")
    end

    it "quotes odd names"
  end
end
RB
	rspec --format json --out "$work/report" >/dev/null 2>&1
	shown "rspec --format documentation --no-color"
	labels rspec "$work/report" test-log "rspec --format json of an identical run: failed examples with message and place, summary line"
}

capture_minitest_fail_01() {
	needs ruby || return 0
	project ledger
	ruby_cart
	mkdir test
	cat >test/cart_test.rb <<'RB'
require "minitest/autorun"
require_relative "../lib/cart"

class CartTest < Minitest::Test
  60.times do |n|
    define_method("test_total_of_#{n}_lines") do
      cart = Cart.new
      n.times { cart.add("s", 2) }
      assert_equal 2 * n, cart.total
    end
  end

  def test_discount
    assert_equal 80, Cart.new.add("a", 100).discount(20)
  end

  def test_find_unknown
    assert_nil Cart.new.find("nope")
  end

  def test_names_in_order
    cart = Cart.new.add("b", 1).add("a", 1)
    assert_equal %w[a b], cart.lines.map(&:sku), "names must be sorted"
  end

  def test_not_yet
    skip "waits for taxes"
  end
end
RB
	cat >"$work/second.rb" <<'RB'
require "json"
require "minitest"
at_exit { }
class Recorder < Minitest::AbstractReporter
  def initialize = @found = []
  def record(result)
    return if result.passed? || result.skipped?
    failure = result.failure
    message = failure.is_a?(Minitest::UnexpectedError) ? "#{failure.error.class}: #{failure.error.message}" : failure.message
    at = failure.is_a?(Minitest::UnexpectedError) ? failure.error.backtrace.first[/[^:]+:\d+/] : failure.location
    @found << { name: "#{result.klass}##{result.name}", message: message.lines.first.chomp, place: at }
  end
  def report = File.write(ENV["RECORD"], JSON.dump(@found))
end
module Minitest
  def self.plugin_recorder_init(_) = reporter << Recorder.new
  extensions << "recorder"
end
RB
	RECORD=$work/report ruby -r"$work/second.rb" -Itest test/cart_test.rb --seed 42 >/dev/null 2>&1
	shown "ruby -Itest test/cart_test.rb --verbose --seed 42"
	labels results "$work/report" test-log "a second minitest reporter's result objects of an identical run: names, first message line, place"
}

capture_ruby_stack_01() {
	needs ruby || return 0
	project importer
	mkdir lib
	cat >lib/importer.rb <<'RB'
require "json"

class ImportError < StandardError; end

class Importer
  def initialize(path) = @path = path

  def run = rows.each_with_index { |row, i| store(row, i) }

  def rows = JSON.parse('[{"id": 1, "qty": "3"}, {"id": 2, "qty": "many"}]')

  def store(row, i)
    puts "row #{i}: #{Integer(row["qty"])}"
  rescue ArgumentError
    raise ImportError, "row #{i} of #{@path}: bad quantity"
  end
end
RB
	cat >main.rb <<'RB'
require_relative "lib/importer"

def deep(n, &block) = n.zero? ? block.call : deep(n - 1, &block)

if (path = ENV["RECORD"])
  at_exit do
    chain = []
    error = $!
    while error
      own = error.backtrace.find { |l| l.include?("/lib/importer.rb") }
      chain << { text: error.message, why: "message of an error" } << { text: own[/importer.rb:\d+/], why: "first frame in the project" }
      error = error.cause
    end
    File.write(path, JSON.dump(chain))
  end
end
deep(30) { Importer.new("orders.json").run }
RB
	RECORD=$work/report ruby main.rb >/dev/null 2>&1
	shown "ruby main.rb"
	labels lines "$work/report" stack "the exception objects of a second run (chain by cause): messages and the first frame in the project"
}
