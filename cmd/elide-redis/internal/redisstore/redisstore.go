// Package redisstore keeps entries in Redis, for hosts that share a store. It
// needs a network stack, so no program links it that starts for each block;
// elide-redis does, and package fleet starts that.
//
// An entry is one key, elide:v1:<hash>, whose value is a store.Value and which
// expires by itself. It is written by a script, in one round trip and at once:
// no reader finds half a value.
package redisstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"elide.example/elide/internal/fleet"
	"elide.example/elide/internal/store"
)

// Options of a store.
type Options struct {
	Timeout time.Duration // of a call; 0 or less: a second
}

// Store is a server, or several that act as one. It is a store.Remote and safe
// for concurrent use.
type Store struct {
	client  redis.UniversalClient
	url     string
	timeout time.Duration
}

// Open returns the store at a URL as go-redis reads them:
//
//	redis://user:password@host:port/database
//	redis://user:password@sentinel:port/database?master_name=NAME&password=OF-THE-MASTER
//	redis://user:password@node:port?addr=node:port&addr=node:port
//
// The second is a master that Sentinel knows, further sentinels as addr; the
// third is a cluster. With rediss:// TLS is used. Nothing is asked of the
// server yet.
func Open(rawURL string, opt Options) (*Store, error) {
	redis.SetLogger(quiet{})
	s := &Store{url: rawURL, timeout: opt.Timeout}
	if s.timeout <= 0 {
		s.timeout = time.Second
	}
	u, err := url.Parse(rawURL)
	if err != nil || strings.Contains(u.Path+u.RawQuery+u.Fragment, "@") {
		// The error would show parts of the URL, of which none is certain to
		// be no password.
		return nil, errors.New("not a Redis URL: is a character of the password not written as %XX?")
	}
	switch query := u.Query(); {
	case query.Has("master_name"):
		err = s.openFailover()
	case query.Has("addr"):
		err = s.openCluster()
	default:
		err = s.openSingle()
	}
	if err != nil {
		return nil, errors.New(fleet.Redact(err.Error(), rawURL))
	}
	return s, nil
}

// Each of the three has time for one call in which nothing is tried for long:
// a name that leads nowhere is an answer too.

func (s *Store) openSingle() error {
	o, err := redis.ParseURL(s.url)
	if err != nil {
		return err
	}
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.ContextTimeoutEnabled = s.timeout, s.timeout, s.timeout, true
	o.DialerRetries, o.MaxRetries, o.DisableIdentity, o.PipelinePoolSize = 1, 1, true, -1
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	s.client = redis.NewClient(o)
	return nil
}

func (s *Store) openFailover() error {
	o, err := redis.ParseFailoverURL(s.url)
	if err != nil {
		return err
	}
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.ContextTimeoutEnabled = s.timeout, s.timeout, s.timeout, true
	o.DialerRetries, o.MaxRetries, o.DisableIdentity, o.PipelinePoolSize = 1, 1, true, -1
	s.client = redis.NewFailoverClient(o)
	return nil
}

func (s *Store) openCluster() error {
	o, err := redis.ParseClusterURL(s.url)
	if err != nil {
		return err
	}
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.ContextTimeoutEnabled = s.timeout, s.timeout, s.timeout, true
	o.DialerRetries, o.MaxRetries, o.DisableIdentity, o.PipelinePoolSize = 1, 1, true, -1
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	s.client = redis.NewClusterClient(o)
	return nil
}

// quiet is a logger that is: what goes wrong is in the errors.
type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

// Close closes the connections.
func (s *Store) Close() error { return s.client.Close() }

// prefix starts the key of each entry. Its number is that of how a value is
// written.
const prefix = "elide:v1:"

// publish writes a value, unless another original's stands there, and returns
// whether it did. A key that holds no entry is overwritten. The time to live
// becomes no shorter.
//
// KEYS[1] the key; ARGV: the value, how it starts up to its digest, the
// milliseconds to keep it.
var publish = strings.TrimSpace(`
local stands = redis.call('GETRANGE', KEYS[1], 0, #ARGV[2] - 1)
if stands ~= ARGV[2] then
  local entry = '^{"version":1,"hash":"%x+","digest":"%x+"$'
  if #stands == #ARGV[2] and string.match(stands, entry) then
    return 0
  end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
  return 1
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', string.format('%.0f', math.max(left, tonumber(ARGV[3]))))
end
return 1
`)

// valueStart is how a value of the entry starts, up to its digest.
func valueStart(e store.Entry) string {
	return fmt.Sprintf(`{"version":1,"hash":"%s","digest":"%s"`, e.Hash, e.Digest)
}

// Publish is that of store.Remote.
func (s *Store) Publish(ctx context.Context, v *store.Value) error {
	start := valueStart(v.Entry)
	if !strings.HasPrefix(string(v.Head), start) {
		return errors.New("the value doesn't start with its digest")
	}
	value := make([]byte, v.Size)
	n := copy(value, v.Head)
	if _, err := io.ReadFull(v.Packed, value[n:]); err != nil {
		return fmt.Errorf("the value was cut short: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	wrote, err := s.client.Eval(ctx, publish, []string{prefix + v.Entry.Hash}, value, start, v.Entry.TTL.Milliseconds()).Int()
	if err != nil {
		return s.failed(err)
	}
	if wrote == 0 {
		return &store.CollisionError{Hash: v.Entry.Hash}
	}
	return nil
}

// failed says which server an error is of.
func (s *Store) failed(err error) error {
	text := fleet.Redact(err.Error(), s.url)
	if errors.Is(err, context.DeadlineExceeded) {
		text = fmt.Sprintf("no answer within %s", s.timeout)
	}
	return fmt.Errorf("the shared store at %s: %s", fleet.Host(s.url), text)
}
