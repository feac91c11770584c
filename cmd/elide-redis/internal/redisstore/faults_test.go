package redisstore

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/cmd/elide-redis/internal/redisstore/redistest"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/store/storetest"
)

// What others put under an entry's key is an error of its own, and the next
// one that stores the entry puts it right, if it can.
func TestPlantedValues(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	ctx := t.Context()
	data := []byte("hello\n")
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	key := prefix + e.Hash
	good := s.client.Get(ctx, key).Val()
	head, frames, _ := strings.Cut(good, "\n")
	bomb, err := store.NewValue(ctx, bytes.NewReader(make([]byte, 50<<20)), digestOf(t, make([]byte, 50<<20)), store.Meta{Type: "log"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	packed.ReadFrom(bomb.Packed)
	for name, value := range map[string]string{
		"text":         "hello",
		"line":         "hello\n" + frames,
		"no frames":    head + "\n",
		"half":         good[:len(good)-4],
		"more":         good + frames,
		"other head":   strings.Replace(good, `"log"`, `"lag"`, 1),
		"other type":   strings.Replace(good, `"log"`, `"diff"`, 1),
		"no type":      strings.Replace(good, `"type":"log",`, ``, 1),
		"two original": strings.Replace(good, `"}`, `","original":"x"}`, 1),
		"long line":    strings.Repeat("x", 1<<20) + "\n" + good,
		"bomb":         head + "\n" + packed.String(),
		"binary":       "\xff\x00\n\n\n",
	} {
		s.client.Set(ctx, key, value, time.Minute)
		if _, err := storetest.Get(s, e.Hash); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := storetest.Put(s, data, 0); err != nil {
			t.Errorf("%s, stored again: %v", name, err)
		}
		if got, err := storetest.Get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s, stored again: %v", name, err)
		}
	}
	s.client.Del(ctx, key)
	s.client.SetRange(ctx, key, 200<<20, "x")
	if _, err := storetest.Get(s, e.Hash); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("200 MB: %v", err)
	}
	s.client.Del(ctx, key)
	s.client.RPush(ctx, key, "x")
	if _, err := storetest.Put(s, data, 0); err == nil || !strings.Contains(err.Error(), "WRONGTYPE") {
		t.Errorf("a list: %v", err)
	}
}

func TestTooLargeIsSaidSo(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MB")
	}
	s := open(t, redistest.Start(t).URL())
	if _, err := storetest.Put(s, storetest.Noise(store.MaxValueBytes+1, 1), 0); err == nil || !strings.Contains(err.Error(), "more than the 67108864") {
		t.Errorf("got %v", err)
	}
	data := storetest.Noise(store.MaxValueBytes-100_000, 1)
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := storetest.Get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Error(err)
	}
}

// A server that is full refuses, and keeps what it has.
func TestFullServer(t *testing.T) {
	s := open(t, redistest.Start(t, "--maxmemory", "6mb", "--maxmemory-policy", "noeviction").URL())
	stored := map[string][]byte{}
	var err error
	for i := byte(0); i < 100 && err == nil; i++ {
		data := storetest.Noise(300<<10, i)
		var e store.Entry
		if e, err = storetest.Put(s, data, 0); err == nil {
			stored[e.Hash] = data
		}
	}
	if err == nil || !strings.Contains(err.Error(), "OOM") || len(stored) == 0 {
		t.Fatalf("%d were stored: %v", len(stored), err)
	}
	for hash, data := range stored {
		if got, err := storetest.Get(s, hash); err != nil || !bytes.Equal(got, data) {
			t.Error(err)
		}
	}
	h, err := s.Health(t.Context())
	if err != nil || h.Most != 6<<20 || h.Used < 3<<20 || h.Policy != "noeviction" || h.Entries != int64(len(stored)) || !h.Exact {
		t.Errorf("%+v, %v", h, err)
	}
}

// Whoever kills a server in the middle of a write finds no half entry there
// after it has started again, and each that was confirmed.
func TestServerKilledWhileItWrites(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	for round := range 5 {
		confirmed := killWhileWriting(t, server, byte(round))
		server.Restart(t)
		s := open(t, server.URL())
		for seed, hash := range confirmed {
			if got, err := storetest.Get(s, hash); err != nil || !bytes.Equal(got, storetest.Noise(200<<10, seed)) {
				t.Errorf("%s was confirmed: %v", hash, err)
			}
		}
		whole := 0
		_, err := s.scan(t.Context(), prefix+"*", 0, func(keys []string) {
			for _, key := range keys {
				if _, err := storetest.Get(s, strings.TrimPrefix(key, prefix)); err != nil {
					t.Errorf("%s: %v", key, err)
				}
				whole++
			}
		})
		if err != nil || whole < len(confirmed) || len(confirmed) == 0 {
			t.Errorf("%d confirmed, %d there, %v", len(confirmed), whole, err)
		}
	}
}

// killWhileWriting stores originals until the server, which is killed soon,
// no longer takes them.
func killWhileWriting(t *testing.T, server *redistest.Server, round byte) map[byte]string {
	var (
		wg        sync.WaitGroup
		mu        sync.Mutex
		confirmed = map[byte]string{}
	)
	for g := range byte(4) {
		s, err := Open(server.URL(), Options{Timeout: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			defer s.Close()
			for i := range byte(60) {
				seed := g*60 + i
				e, err := storetest.Put(s, storetest.Noise(200<<10, seed), 0)
				if err != nil {
					return
				}
				mu.Lock()
				confirmed[seed] = e.Hash
				if len(confirmed) == 5+7*int(round) {
					go server.Kill()
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	server.Kill()
	return confirmed
}

func TestWrongPasswordIsNotShown(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "right")
	for _, url := range []string{
		"redis://:hunter2%26%25%2F@" + server.Addr,
		"redis://joe:hunter2%26%25%2F@" + server.Addr + "/1",
		"redis://" + server.Addr + "?master_name=m&password=hunter2%26%25%2F",
		"redis://:hunter2%26%25%2F@" + server.Addr + "?addr=127.0.0.1:1",
		"redis://:hunter2@" + server.Addr + "/hunter2",
		"redis://:hunter2%26%25%2F@" + server.Addr + "?hunter2%26%25%2F=1",
		"redis://:1/hunter2@" + server.Addr,
		"redis://:1?hunter2@" + server.Addr,
		"redis://:hunter2/@" + server.Addr,
	} {
		s, err := Open(url, Options{Timeout: time.Second})
		if err == nil {
			_, err = storetest.Put(s, []byte("hello\n"), 0)
			s.Close()
		}
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
	s := open(t, "redis://:wrong@"+server.Addr)
	if _, err := storetest.Put(s, []byte("hello\n"), 0); err == nil || !strings.Contains(err.Error(), "WRONGPASS") || !strings.Contains(err.Error(), server.Addr) {
		t.Errorf("neither cause nor host: %v", err)
	}
}

func TestServerThatDoesNotAnswer(t *testing.T) {
	l := redistest.Silent(t)
	s, err := Open("redis://"+l, Options{Timeout: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	began := time.Now()
	if _, err := storetest.Put(s, []byte("hello\n"), 0); err == nil || !strings.Contains(err.Error(), "no answer within 100ms") || !strings.Contains(err.Error(), l) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}
