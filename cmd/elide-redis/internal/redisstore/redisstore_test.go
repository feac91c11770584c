package redisstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"elide.example/elide/cmd/elide-redis/internal/redisstore/redistest"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/store/storetest"
)

func open(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(url, Options{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Put and Expand make it a storetest.Store.
func (s *Store) Put(ctx context.Context, o store.Original, digest [32]byte, meta store.Meta) (store.Entry, error) {
	return storetest.Of(s).Put(ctx, o, digest, meta)
}

func (s *Store) Expand(prefix string) (*store.Expanded, error) { return storetest.Of(s).Expand(prefix) }

// subject is an empty server. Time passes there by taking it from every key.
func subject(t *testing.T, url string) storetest.Subject {
	s := open(t, url)
	err := s.each(t.Context(), func(ctx context.Context, c redis.Cmdable) error { return c.FlushDB(ctx).Err() })
	if err != nil {
		t.Fatal(err)
	}
	return storetest.Subject{Store: s, Pass: s.pass(t), Damage: s.damage}
}

func (s *Store) pass(t *testing.T) func(time.Duration) {
	return func(d time.Duration) {
		ctx := t.Context()
		_, err := s.scan(ctx, prefix+"*", 0, func(keys []string) {
			for _, key := range keys {
				if err := s.client.PExpire(ctx, key, s.client.PTTL(ctx, key).Val()-d).Err(); err != nil {
					t.Error(err)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (s *Store) damage(t *testing.T, hash string) {
	ctx, key := t.Context(), prefix+hash
	value := []byte(s.client.Get(ctx, key).Val())
	head := bytes.IndexByte(value, '\n')
	value[head+(len(value)-head)/2] ^= 1
	if err := s.client.Set(ctx, key, value, redis.KeepTTL).Err(); err != nil {
		t.Fatal(err)
	}
}

func TestServerConforms(t *testing.T) {
	server := redistest.Start(t)
	storetest.Run(t, func(t *testing.T) storetest.Subject { return subject(t, server.URL()+"/5") })
}

// A cluster of two, each with half of the slots.
func TestClusterConforms(t *testing.T) {
	var (
		servers [2]*redistest.Server
		bus     [2]int // the ports on which they speak to each other
	)
	ctx := t.Context()
	for i := range servers {
		bus[i] = redistest.FreePort(t)
		servers[i] = redistest.Start(t, "--cluster-enabled", "yes", "--cluster-port", strconv.Itoa(bus[i]))
		c := redis.NewClient(&redis.Options{Addr: servers[i].Addr})
		defer c.Close()
		if err := c.ClusterAddSlotsRange(ctx, i*8192, i*8192+8191).Err(); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			host, port, _ := net.SplitHostPort(servers[0].Addr)
			if err := c.Do(ctx, "cluster", "meet", host, port, bus[0]).Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, s := range servers {
		c := redis.NewClient(&redis.Options{Addr: s.Addr})
		defer c.Close()
		waitForCluster(t, c)
	}
	url := fmt.Sprintf("%s?addr=%s", servers[0].URL(), servers[1].Addr)
	storetest.Run(t, func(t *testing.T) storetest.Subject { return subject(t, url) })
	h, err := open(t, url).Health(ctx)
	if err != nil || h.Used < 2<<20 {
		t.Errorf("%+v, %v", h, err)
	}
}

func waitForCluster(t *testing.T, c *redis.Client) {
	t.Helper()
	for range 1000 {
		if strings.Contains(c.ClusterInfo(context.Background()).Val(), "cluster_state:ok") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the cluster doesn't come up")
}

func TestSentinelNamesTheMaster(t *testing.T) {
	master := redistest.Start(t, "--requirepass", "master-secret")
	sentinel := redistest.StartSentinel(t, master)
	s := open(t, sentinel.URL()+"/2?master_name=main&password=master-secret")
	data := storetest.Text(5000)
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	direct := open(t, "redis://:master-secret@"+master.Addr+"/2")
	if got, err := storetest.Get(direct, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Error(err)
	}
	if _, err := storetest.Put(open(t, sentinel.URL()+"?master_name=other"), data, 0); err == nil {
		t.Error("a master that the sentinel doesn't know was found")
	}
}

// TestSentinelPromotesAReplica: when the master is killed, an open store goes
// on with the replica that the sentinel makes master, which has what was stored.
func TestSentinelPromotesAReplica(t *testing.T) {
	master := redistest.Start(t)
	host, port, _ := strings.Cut(master.Addr, ":")
	replica := redistest.Start(t, "--replicaof", host+" "+port, "--repl-diskless-sync-delay", "0")
	sentinel := redistest.StartSentinel(t, master)
	s := open(t, sentinel.URL()+"?master_name=main")
	data := storetest.Text(5000)
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	direct := open(t, replica.URL())
	eventually(t, "the replica has the entry", func() bool {
		got, err := storetest.Get(direct, e.Hash)
		return err == nil && bytes.Equal(got, data)
	})
	eventually(t, "the sentinel knows the replica", func() bool { return sentinelKnowsReplica(sentinel) })
	master.Kill()
	later := storetest.Text(6000)
	eventually(t, "the store writes again", func() bool {
		_, err := storetest.Put(s, later, 0)
		return err == nil
	})
	if got, err := storetest.Get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Errorf("what was stored before the master was killed: %v", err)
	}
}

func sentinelKnowsReplica(sentinel *redistest.Server) bool {
	c := redis.NewSentinelClient(&redis.Options{Addr: sentinel.Addr})
	defer c.Close()
	replicas, err := c.Replicas(context.Background(), "main").Result()
	return err == nil && len(replicas) == 1 && replicas[0]["master-link-status"] == "ok"
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within 30 seconds: %s", what)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// One command, and so one round trip, stores an entry or reads it.
func TestOneRoundTrip(t *testing.T) {
	server := redistest.Start(t)
	s := open(t, server.URL())
	if err := s.client.Ping(t.Context()).Err(); err != nil { // connects
		t.Fatal(err)
	}
	count := &requests{}
	s.client.AddHook(count)
	e, err := storetest.Put(s, storetest.Text(5000), 0)
	if err != nil || count.n != 1 {
		t.Errorf("storing took %d round trips, %v", count.n, err)
	}
	if _, err := storetest.Get(s, e.Hash); err != nil || count.n != 2 {
		t.Errorf("reading took %d round trips, %v", count.n-1, err)
	}
}

// requests counts what is sent.
type requests struct{ n int }

func (r *requests) DialHook(next redis.DialHook) redis.DialHook { return next }

func (r *requests) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error { r.n++; return next(ctx, cmd) }
}

func (r *requests) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error { r.n++; return next(ctx, cmds) }
}

// twin returns a value of an original whose hash is another's: no two are
// known, so all but the first digits of the digest are made up.
func twin(t *testing.T, e store.Entry) string {
	v, err := store.NewValue(t.Context(), bytes.NewReader(nil), digestOf(t, nil), store.Meta{Type: "log"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	other := v.Entry
	other.Hash, other.Digest = e.Hash, e.Hash+strings.Repeat("0", 52)
	return strings.Replace(string(v.Head), valueStart(v.Entry), valueStart(other), 1)
}

func TestAnotherOriginalUnderTheHashIsACollision(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	data := []byte("hello\n")
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	other := twin(t, e)
	s.client.Set(t.Context(), prefix+e.Hash, other, time.Minute)
	var collision *store.CollisionError
	if _, err := storetest.Put(s, data, 0); !errors.As(err, &collision) || collision.Hash != e.Hash {
		t.Errorf("got %v", err)
	}
	if got := s.client.Get(t.Context(), prefix+e.Hash).Val(); got != other {
		t.Errorf("the other original is no longer there: %q", got)
	}
	if left := s.client.PTTL(t.Context(), prefix+e.Hash).Val(); left > time.Minute {
		t.Errorf("and is kept for %s", left)
	}
}

func TestTimeToLive(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	key := func(e store.Entry) time.Duration { return s.client.PTTL(t.Context(), prefix+e.Hash).Val() }
	e, err := storetest.Put(s, []byte("hello\n"), time.Hour)
	if left := key(e); err != nil || left > time.Hour || left < 59*time.Minute {
		t.Errorf("%s left, %v", left, err)
	}
	if _, err := storetest.Put(s, []byte("hello\n"), math.MaxInt64); err != nil || key(e) < 70*365*24*time.Hour {
		t.Errorf("%s left, %v", key(e), err)
	}
	s.client.Persist(t.Context(), prefix+e.Hash)
	if _, err := storetest.Put(s, []byte("hello\n"), time.Hour); err != nil || key(e) != -1 {
		t.Errorf("what somebody made stay goes in %s, %v", key(e), err)
	}
	if _, err := storetest.Get(s, e.Hash); err != nil {
		t.Error(err)
	}
}

func digestOf(t *testing.T, data []byte) [32]byte {
	digest, err := store.Digest(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

// The configuration that docs/fleet.md recommends is one that Redis takes, and
// the user in it may do all that is needed and nothing else.
func TestDocumentedConfiguration(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	_, conf, _ := strings.Cut(string(doc), "```conf\n")
	conf, _, ok := strings.Cut(conf, "```")
	if !ok {
		t.Fatal("docs/fleet.md has no configuration")
	}
	file := filepath.Join(t.TempDir(), "redis.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	server := redistest.StartFile(t, file)
	s := open(t, "redis://elide:PASSWORD@"+server.Addr+"/1")
	data := storetest.Text(5000)
	e, err := storetest.Put(s, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, prefix := range []string{e.Hash, e.Hash[:6]} {
		if got, err := storetest.Get(s, prefix); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %v", prefix, err)
		}
	}
	if h, err := s.Health(t.Context()); err != nil || h.Entries != 1 || h.Policy != "noeviction" {
		t.Errorf("%+v, %v", h, err)
	}
	if err := s.client.Set(t.Context(), "other", "x", 0).Err(); err == nil {
		t.Error("another key can be written")
	}
	if err := s.client.FlushDB(t.Context()).Err(); err == nil {
		t.Error("all can be removed")
	}
	if _, err := storetest.Put(open(t, server.URL()), data, 0); err == nil || !strings.Contains(err.Error(), "NOAUTH") {
		t.Errorf("without a user: %v", err)
	}
}
