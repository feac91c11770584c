// Package compare measures elide's store beside bbolt and SQLite, doing the
// same work: processes that each open the store, put one original of 4 KiB
// under its digest, look whether it is there, and close the store again, as the
// runs of a filter do.
//
// It is a module of its own, so that the two cost nobody else a dependency:
//
//	cd internal/store/compare && go test -bench . -benchtime 1x
package compare

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/zeebo/blake3"
	bolt "go.etcd.io/bbolt"
	_ "modernc.org/sqlite"

	"elide.example/elide/internal/store"
)

// The test binary is also the process that writes.
const childVariable = "STORE_COMPARE"

// job is what a process has to do.
type job struct {
	Engine string
	Dir    string
	Sync   bool // survive a crash of the machine
	Seed   uint64
	Count  int // originals
}

// putters put one original and look whether it is there.
var putters = map[string]func(j job, digest [32]byte, data []byte) error{
	"elide": putElide, "bbolt": putBolt, "sqlite": putSQLite,
}

func TestMain(m *testing.M) {
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var j job
	err := json.Unmarshal([]byte(text), &j)
	if err == nil {
		err = j.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run puts the originals; the store is opened for each.
func (j job) run() error {
	r := rand.New(rand.NewPCG(j.Seed, 1))
	for range j.Count {
		data := original(r)
		if err := putters[j.Engine](j, blake3.Sum256(data), data); err != nil {
			return fmt.Errorf("%s: %w", j.Engine, err)
		}
	}
	return nil
}

// original returns 4 KiB of what looks like a log.
func original(r *rand.Rand) []byte {
	var out bytes.Buffer
	for out.Len() < 4<<10 {
		fmt.Fprintf(&out, "2026-11-21 12:00:00 INFO worker %d: request %x took %d ms\n", r.IntN(9), r.Uint64(), r.IntN(999))
	}
	return out.Bytes()
}

func putElide(j job, digest [32]byte, data []byte) error {
	s, err := store.Open(filepath.Join(j.Dir, "store"), store.Options{Sync: j.Sync, Limits: store.DefaultLimits})
	if err != nil {
		return err
	}
	e, err := s.Put(context.Background(), bytes.NewReader(data), digest, store.Meta{Type: "log"})
	if err != nil {
		return err
	}
	_, err = s.Get(e.Hash)
	return err
}

// value is an entry as the others hold it: when it expires, and the bytes.
func value(data []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(nil, uint64(time.Now().Add(store.DefaultTTL).UnixMilli())), data...)
}

func putBolt(j job, digest [32]byte, data []byte) (err error) {
	db, err := bolt.Open(filepath.Join(j.Dir, "bolt.db"), 0o600, &bolt.Options{NoSync: !j.Sync, NoFreelistSync: true})
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := db.Close(); err == nil {
			err = closeErr
		}
	}()
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("entries"))
		if err != nil {
			return err
		}
		return b.Put(digest[:6], value(data))
	})
	if err != nil {
		return err
	}
	return db.View(func(tx *bolt.Tx) error {
		if tx.Bucket([]byte("entries")).Get(digest[:6]) == nil {
			return fmt.Errorf("it is not there")
		}
		return nil
	})
}

func putSQLite(j job, digest [32]byte, data []byte) (err error) {
	synchronous := "OFF"
	if j.Sync {
		synchronous = "FULL"
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(j.Dir, "sqlite.db")+
		"?_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=synchronous("+synchronous+")&_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := db.Close(); err == nil {
			err = closeErr
		}
	}()
	if _, err := db.Exec(`CREATE TABLE IF NOT EXISTS entries (hash TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID`); err != nil {
		return err
	}
	hash := hex.EncodeToString(digest[:6])
	if _, err := db.Exec(`INSERT OR REPLACE INTO entries VALUES (?, ?)`, hash, value(data)); err != nil {
		return err
	}
	var n int
	return db.QueryRow(`SELECT length(value) FROM entries WHERE hash = ?`, hash).Scan(&n)
}

// BenchmarkEntries gives entries per second with so many processes at once.
func BenchmarkEntries(b *testing.B) {
	total := 1280
	if n, err := strconv.Atoi(os.Getenv("STORE_COMPARE_ENTRIES")); err == nil {
		total = n
	}
	for _, sync := range []bool{false, true} {
		for _, writers := range []int{1, 8, 64} {
			for _, engine := range []string{"elide", "bbolt", "sqlite"} {
				b.Run(fmt.Sprintf("sync=%v/writers=%d/%s", sync, writers, engine), func(b *testing.B) {
					entries := 0
					for b.Loop() {
						b.StopTimer()
						dir := b.TempDir()
						prepare(b, engine, dir, sync)
						b.StartTimer()
						write(b, job{Engine: engine, Dir: dir, Sync: sync, Count: total / writers}, writers)
						entries += total / writers * writers
					}
					b.ReportMetric(float64(entries)/b.Elapsed().Seconds(), "entries/s")
				})
			}
		}
	}
}

// prepare makes the store, so that no process has to.
func prepare(b *testing.B, engine, dir string, sync bool) {
	if err := (job{Engine: engine, Dir: dir, Sync: sync, Seed: 1 << 40, Count: 1}).run(); err != nil {
		b.Fatal(err)
	}
}

// write runs the processes and waits for all of them.
func write(b *testing.B, j job, writers int) {
	var running []*exec.Cmd
	for w := range writers {
		j.Seed = uint64(w)
		text, err := json.Marshal(j)
		if err != nil {
			b.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"="+string(text))
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	}
}
