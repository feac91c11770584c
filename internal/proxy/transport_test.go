package proxy

import (
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// secure returns an upstream with TLS, and the file of its certificate. Its
// answers say which protocol it was asked in, and what headers came.
func secure(t *testing.T, http2 bool) (*httptest.Server, string) {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isUpgrade(r) {
			echoing(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Protocol", r.Proto)
		w.Header().Set("X-Agent", strings.Join(r.Header["User-Agent"], "|")+strings.Join(r.Header["Accept-Encoding"], "|"))
		w.Write(body)
	}))
	server.EnableHTTP2 = http2
	server.Config.ErrorLog = quiet
	server.StartTLS()
	t.Cleanup(server.Close)
	name := filepath.Join(t.TempDir(), "root.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}
	if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return server, name
}

func TestSecureUpstream(t *testing.T) {
	for http2, protocol := range map[bool]string{true: "HTTP/2.0", false: "HTTP/1.1"} {
		up, roots := secure(t, http2)
		transport, err := NewTransport(roots)
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, Options{Upstreams: to(t, up.URL), Rewriter: shouting, Transport: transport})
		offer := "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n" // as Java's client makes
		_, r := raw(t, s, "POST /v1/messages HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\n"+offer+"Content-Length: 5\r\n\r\n{ a }")
		res, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || string(body) != "{ A }" || res.Header.Get("X-Protocol") != protocol || res.Header.Get("X-Agent") != "" {
			t.Errorf("%s: %q, %v, %v", protocol, body, res.Header, err)
		}
		// An upgrade needs HTTP/1.1, also where connections of HTTP/2 are open.
		conn, u := raw(t, s, "GET /v1/realtime"+upgradeRequest+s.Addr().String()+"\r\n\r\n")
		if line, _ := u.ReadString('\n'); !strings.Contains(line, " 101 ") {
			t.Errorf("%s: the upgrade got %q", protocol, line)
		}
		conn.Close()
	}
}

func TestUnknownRoot(t *testing.T) {
	up, _ := secure(t, true)
	s := serve(t, Options{Upstreams: to(t, up.URL)})
	if res, body := do(t, "POST", s.BaseURL(wire.OpenAI)+"/responses", strings.NewReader("{}"), nil); res.StatusCode != 502 || !strings.Contains(body, "x509") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

func TestRootsRefused(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{empty, empty + "x"} {
		if _, err := NewTransport(name); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// TestEnvironment runs the test below in a process whose environment names the
// roots and a proxy for HTTPS: package http reads it once.
func TestEnvironment(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("roots come from the system here")
	}
	up, roots := secure(t, true)
	tunnels := make(chan string, 8)
	outgoing := httptest.NewServer(connecting(up.Listener.Addr().String(), tunnels))
	defer outgoing.Close()
	cmd := exec.Command(os.Args[0], "-test.run=^TestInEnvironment$", "-test.v")
	cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+roots, "HTTPS_PROXY="+outgoing.URL, "NO_PROXY=", "ELIDE_TEST_UPSTREAM=https://example.com")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "answered {}") {
		t.Fatalf("%v\n%s", err, out)
	}
	if to := <-tunnels; to != "example.com:443" {
		t.Errorf("the proxy was asked for %s", to)
	}
}

// TestInEnvironment is run by TestEnvironment. The certificate of httptest is
// that of example.com.
func TestInEnvironment(t *testing.T) {
	upstream := os.Getenv("ELIDE_TEST_UPSTREAM")
	if upstream == "" {
		t.Skip("TestEnvironment runs it")
	}
	s := serve(t, Options{Upstreams: to(t, upstream), Rewriter: idle})
	res, body := do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader("{}"), nil)
	if res.StatusCode != 200 || res.Header.Get("X-Protocol") != "HTTP/2.0" {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	t.Logf("answered %s", body)
}

// connecting is a proxy for HTTPS that leads everywhere to one address.
func connecting(address string, asked chan<- string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		asked <- r.Host
		out, err := net.Dial("tcp", address)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer out.Close()
		w.WriteHeader(http.StatusOK)
		in, ahead, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer in.Close()
		go io.Copy(out, ahead) // the server may have read the client's first byte
		io.Copy(in, out)
	}
}

func TestListenRefuses(t *testing.T) {
	upstreams := to(t, "https://h.example")
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "nonsense", "127.0.0.1:99999"} {
		if s, err := Listen(addr, Options{Upstreams: upstreams}); err == nil {
			t.Errorf("%s: listens at %s", addr, s.Addr())
		}
	}
	s, err := Listen("0.0.0.0:0", Options{Upstreams: upstreams, Remote: true, Secret: "0123456789abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown(t.Context())
	_, port, _ := net.SplitHostPort(s.Addr().String())
	if got, want := s.BaseURL(wire.OpenAI), "http://127.0.0.1:"+port+"/0123456789abcdef/openai"; got != want {
		t.Errorf("base URL %s, not %s", got, want)
	}
}

// TestUpstreamIsItself: base URLs that lead back are refused.
func TestUpstreamIsItself(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	own := listener.Addr().String()
	listener.Close()
	_, port, _ := net.SplitHostPort(own)
	for upstream, refused := range map[string]bool{"http://" + own + "/anthropic": true, "http://localhost:" + port: true, "http://h.example:" + port: false, "http://127.0.0.1": false} {
		s, err := Listen(own, Options{Upstreams: to(t, upstream)})
		if refused != (err != nil) {
			t.Errorf("%s: %v", upstream, err)
		}
		if s != nil {
			s.Shutdown(t.Context())
		}
	}
}

func TestBaseURL(t *testing.T) {
	s := serve(t, Options{Secret: "0123456789abcdef", Upstreams: to(t, "https://h.example/x/v1/")})
	want := "http://" + s.Addr().String() + "/0123456789abcdef/gemini/v1"
	if got := s.BaseURL(wire.Gemini); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := s.BaseURL(wire.None); got != "" {
		t.Errorf("no provider's is %s", got)
	}
}
