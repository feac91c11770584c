package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// The test binary is also the process that uses a store beside others.
const (
	childFolder = "STORE_TEST_FOLDER"
	childSeed   = "STORE_TEST_SEED"
	childRounds = "STORE_TEST_ROUNDS"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		os.Exit(child(dir, number(os.Getenv(childSeed)), number(os.Getenv(childRounds)), os.Stdout))
	}
	os.Exit(m.Run())
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// content returns original number id. It checks itself: whoever knows the
// number knows the bytes.
func content(id int) []byte {
	r := rand.New(rand.NewPCG(uint64(id), 1))
	size := 100 + r.IntN(20_000)
	if id%16 == 0 {
		size = inlineBytes + r.IntN(chunkBytes)
	}
	out := fmt.Appendf(nil, "original %d\n", id)
	for len(out) < size {
		out = fmt.Appendf(out, "%d %x\n", id, r.Uint64())
	}
	if id%3 == 0 {
		out = append(out, 0xff, 0)
	}
	return out
}

// shared is how many originals all processes have in common: they store,
// renew, expire and prune the same ones.
const shared = 16

// child uses the store for some rounds. For each original that a marker may
// name from then on, it prints its hash and number.
func child(dir string, seed, rounds int, out io.Writer) int {
	lockWait = 5 * time.Minute // scores of processes on a busy machine
	now, err := Open(dir, Options{TTL: time.Hour})
	past, err2 := Open(dir, Options{TTL: time.Minute, Now: func() time.Time { return time.Now().Add(-72 * time.Hour) }})
	if err := errors.Join(err, err2); err != nil {
		fmt.Fprintln(out, "FAIL", err)
		return 1
	}
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	promised := map[string]int{}
	for round := range rounds {
		if err := step(now, past, r, seed*10_000+shared+round, promised, out); err != nil {
			fmt.Fprintln(out, "FAIL", err)
			return 1
		}
	}
	return 0
}

func step(now, past *Store, r *rand.Rand, own int, promised map[string]int, out io.Writer) error {
	switch op := r.IntN(10); {
	case op < 2: // one that is over at once, if no other process holds it
		_, err := tryPut(past, content(r.IntN(shared)))
		return err
	case op < 7:
		id := own
		if op < 5 {
			id = r.IntN(shared)
		}
		e, err := tryPut(now, content(id))
		if err != nil {
			return err
		}
		promised[e.Hash] = id
		fmt.Fprintln(out, e.Hash, id)
		return check(now, e.Hash, id)
	case op < 9:
		for hash, id := range promised {
			if err := check(now, hash, id); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := now.Prune(time.Now())
	return err
}

// check tells whether the store gives back original id.
func check(s *Store, hash string, id int) error {
	got, err := get(s, hash)
	if err == nil && !bytes.Equal(got, content(id)) {
		err = errors.New("other bytes")
	}
	if err != nil {
		return fmt.Errorf("original %d, %s: %w", id, hash, err)
	}
	return nil
}

func startChild(t *testing.T, dir string, seed, rounds int) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childFolder+"="+dir, fmt.Sprint(childSeed, "=", seed), fmt.Sprint(childRounds, "=", rounds))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// readPromises reads what a child printed. A last line that the child was
// killed in is no promise.
func readPromises(t *testing.T, out io.Reader) map[string]int {
	promised := map[string]int{}
	r := bufio.NewReader(out)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return promised
		}
		hash, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if hash == "FAIL" {
			t.Error(id)
			continue
		}
		promised[hash] = number(id)
	}
}

// checkAll fails if the store has lost a promise, holds a damaged entry, or
// keeps, after the next pruning, what a dead process left.
func checkAll(t *testing.T, dir string, promised map[string]int) {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(promised) == 0 {
		t.Fatal("nothing was stored")
	}
	for hash, id := range promised {
		if err := check(s, hash, id); err != nil {
			t.Error(err)
		}
	}
	list, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		if l.Err != nil {
			t.Errorf("half an entry: %v", l.Err)
		}
	}
	before, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*"))
	if _, err := s.Prune(time.Now()); err != nil {
		t.Fatal(err)
	}
	after, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*"))
	if len(after) != 0 {
		t.Errorf("left by dead processes: %v", after)
	}
	t.Logf("%d promises, %d entries, %d temporaries removed", len(promised), len(list), len(before))
}

func TestTwentyProcessesLoseNothing(t *testing.T) {
	longtest.Asked(t)
	dir := filepath.Join(t.TempDir(), "store")
	rounds := 40
	if longtest.Left() {
		rounds = 8
	}
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		all = map[string]int{}
	)
	for seed := range 20 {
		cmd, out := startChild(t, dir, seed+1, rounds)
		wg.Go(func() {
			promised := readPromises(t, out)
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			for hash, id := range promised {
				all[hash] = id
			}
		})
	}
	wg.Wait()
	checkAll(t, dir, all)
}

// The test of killed processes is as long as ELIDE_STORE_KILLS says: 64
// processes at work at once, and so many killed in all.
const killsVariable = "ELIDE_STORE_KILLS"

func TestKilledProcessesLeaveNoMarkerWithoutItsEntry(t *testing.T) {
	longtest.Asked(t)
	dir := filepath.Join(t.TempDir(), "store")
	kills, atOnce := 60, 8
	switch n := number(os.Getenv(killsVariable)); {
	case n > 0:
		kills, atOnce = n, 64
	case longtest.Left():
		kills = 12
	}
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		all   = map[string]int{}
		seeds = make(chan int)
	)
	for range atOnce {
		wg.Go(func() {
			for seed := range seeds {
				promised := killedChild(t, dir, seed)
				mu.Lock()
				maps.Copy(all, promised)
				mu.Unlock()
			}
		})
	}
	for seed := range kills {
		seeds <- seed + 1
	}
	close(seeds)
	wg.Wait()
	checkAll(t, dir, all)
}

// killedChild starts a process, kills it at a random moment of its work and
// returns what it promised until then.
func killedChild(t *testing.T, dir string, seed int) map[string]int {
	cmd, out := startChild(t, dir, seed, 1_000_000)
	delay := time.Duration(rand.New(rand.NewPCG(uint64(seed), 3)).IntN(60_000)) * time.Microsecond
	first := bufio.NewReader(out)
	first.Peek(1) // it is at work
	time.Sleep(delay)
	cmd.Process.Kill()
	promised := readPromises(t, first)
	cmd.Wait()
	return promised
}

// Goroutines of one process exclude each other as processes do.
func TestOneStoreForManyGoroutines(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 10 {
				id := (g + i) % 6
				e, err := tryPut(s, content(id))
				if err == nil {
					err = check(s, e.Hash, id)
				}
				if err == nil && i == 5 {
					_, err = s.Prune(time.Now())
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
