package proxy

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/awssign"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/wire"
)

const ownKey, ownSecret = "AKIDOWN", "own/secret"

// verify computes the signature of a request again, as Amazon's documentation
// says (Signature Version 4), for this secret.
func verify(r *http.Request, body []byte, key, secret string) error {
	by := r.Header.Get("Authorization")
	fields := map[string]string{}
	for f := range strings.SplitSeq(strings.TrimPrefix(by, "AWS4-HMAC-SHA256 "), ", ") {
		name, value, _ := strings.Cut(f, "=")
		fields[name] = value
	}
	id, scope, _ := strings.Cut(fields["Credential"], "/")
	if id != key {
		return fmt.Errorf("signed by %q", id)
	}
	var headers strings.Builder
	names := strings.Split(fields["SignedHeaders"], ";")
	if !slices.Contains(names, "host") || !slices.IsSorted(names) {
		return fmt.Errorf("signed headers %q", names)
	}
	for _, name := range names {
		value := strings.Join(r.Header.Values(name), ",")
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = fmt.Sprint(r.ContentLength)
		}
		fmt.Fprintf(&headers, "%s:%s\n", name, strings.TrimSpace(value))
	}
	var path strings.Builder // each byte of the escaped path is escaped once more
	for _, c := range []byte(r.URL.EscapedPath()) {
		if strings.IndexByte("/-_.~", c) >= 0 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			path.WriteByte(c)
		} else {
			fmt.Fprintf(&path, "%%%02X", c)
		}
	}
	digest := sha256.Sum256(body)
	if got := r.Header.Get("X-Amz-Content-Sha256"); got != "" && got != hex.EncodeToString(digest[:]) {
		return errors.New("the digest is another body's")
	}
	canonical := strings.Join([]string{r.Method, path.String(), r.URL.Query().Encode(), headers.String(), fields["SignedHeaders"], hex.EncodeToString(digest[:])}, "\n")
	sum := sha256.Sum256([]byte(canonical))
	toSign := "AWS4-HMAC-SHA256\n" + r.Header.Get("X-Amz-Date") + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	k := []byte("AWS4" + secret)
	for part := range strings.SplitSeq(scope, "/") {
		k = mac(k, part)
	}
	if got := hex.EncodeToString(mac(k, toSign)); got != fields["Signature"] {
		return errors.New("the signature is not that of the request")
	}
	return nil
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// TestVerify: the verification that the tests below trust takes what the SDK
// signs, and nothing that was changed after.
func TestVerify(t *testing.T) {
	ownCredentials(t)
	body := []byte(`{"a":1}`)
	signed := func() *http.Request {
		r, _ := http.NewRequest("POST", "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.m-v1%3A0/invoke", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if err := awssign.New().Sign(t.Context(), r, body, "us-east-1", "bedrock"); err != nil {
			t.Fatal(err)
		}
		r.Host = r.URL.Host
		return r
	}
	if err := verify(signed(), body, ownKey, ownSecret); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(r *http.Request){
		"the path":   func(r *http.Request) { r.URL.RawPath = ""; r.URL.Path = "/model/other/invoke" },
		"the host":   func(r *http.Request) { r.Host = "127.0.0.1" },
		"a header":   func(r *http.Request) { r.Header.Set("Content-Type", "x") },
		"the date":   func(r *http.Request) { r.Header.Set("X-Amz-Date", "20200101T000000Z") },
		"the digest": func(r *http.Request) { r.Header.Set("X-Amz-Content-Sha256", "0") },
	} {
		r := signed()
		if change(r); verify(r, body, ownKey, ownSecret) == nil {
			t.Errorf("%s was changed, and it is taken", name)
		}
	}
	if verify(signed(), []byte(`{"a":2}`), ownKey, ownSecret) == nil || verify(signed(), body, ownKey, "other") == nil {
		t.Error("another body, or another secret, is taken")
	}
}

// ownCredentials are what the SDK finds, and nothing else.
func ownCredentials(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", ownKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", ownSecret)
	t.Setenv("AWS_SESSION_TOKEN", "session")
	noShared(t)
}

func noShared(t *testing.T) {
	t.Setenv("AWS_CONFIG_FILE", "/nonexistent")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_PROFILE", "")
}

// bedrock is an upstream that keeps the last request.
type bedrock struct {
	mu   sync.Mutex
	last *http.Request
	body []byte
}

func (b *bedrock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = r
	b.body, _ = io.ReadAll(r.Body)
	io.WriteString(w, "{}")
}

// signedHeaders are those of a client that signs with a key of its own, for the
// proxy's address.
func signedHeaders(service string) http.Header {
	return http.Header{
		"Authorization":        {"AWS4-HMAC-SHA256 Credential=AKIDCLIENT/20260101/eu-west-1/" + service + "/aws4_request, SignedHeaders=content-length;content-type;host;x-amz-content-sha256;x-amz-date;x-custom, Signature=00"},
		"X-Amz-Date":           {"20260101T000000Z"},
		"X-Amz-Security-Token": {"of the client"},
		"X-Amz-Content-Sha256": {strings.Repeat("0", 64)},
		"Content-Type":         {"application/json"},
		"X-Custom":             {"kept"},
		"X-Unsigned":           {"kept too"},
	}
}

// TestSignedAnew: what a client signed for Bedrock is signed for the address and
// the body that are sent, whether the body was changed or not, known API or not.
func TestSignedAnew(t *testing.T) {
	ownCredentials(t)
	for _, c := range []struct {
		name, path string
		w          Rewriter
		body, want string
	}{
		{"changed", "/bedrock/model/us.m-v1%3A0/converse", shouting, `{"a":1}`, `{"A":1}`},
		{"with a query", "/bedrock/model/m/invoke?x=1&a=b", shouting, `{"a":1}`, `{"A":1}`},
		{"as it came", "/bedrock/model/m/converse-stream", idle, `{"a":1}`, `{"a":1}`},
		{"of no known API", "/bedrock/model/m/count-tokens", shouting, `{"a":1}`, `{"a":1}`},
		{"by a proxy that is off", "/bedrock/model/m/converse", nil, `{"a":1}`, `{"a":1}`},
		{"an ARN", "/bedrock/model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ax%2Fp/invoke-with-response-stream", shouting, `{"a":1}`, `{"A":1}`},
	} {
		var b bedrock
		s := behind(t, b.ServeHTTP, Options{Rewriter: c.w, Sign: awssign.New().Sign})
		do(t, "POST", "http://"+s.Addr().String()+c.path, strings.NewReader(c.body), signedHeaders("bedrock"))
		if string(b.body) != c.want {
			t.Errorf("%s: %s was sent", c.name, b.body)
		}
		if err := verify(b.last, b.body, ownKey, ownSecret); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		by := b.last.Header.Get("Authorization")
		if !strings.Contains(by, "/eu-west-1/bedrock/aws4_request") || !strings.Contains(by, "x-custom") || strings.Contains(by, "x-unsigned") {
			t.Errorf("%s: %s", c.name, by)
		}
		if got := b.last.Header; got.Get("X-Amz-Security-Token") != "session" || got.Get("X-Unsigned") != "kept too" || len(got["X-Amz-Date"]) != 1 {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestSignedAnewWithoutBody: what lists models has no body, and gets none.
func TestSignedAnewWithoutBody(t *testing.T) {
	ownCredentials(t)
	var b bedrock
	s := behind(t, b.ServeHTTP, Options{Rewriter: shouting, Sign: awssign.New().Sign})
	for range 2 {
		res, body := do(t, "GET", s.BaseURL(wire.Bedrock)+"/inference-profiles?type=SYSTEM_DEFINED", nil, signedHeaders("bedrock"))
		if res.StatusCode != 200 || body != "{}" || len(b.body) > 0 || b.last.ContentLength != 0 || len(b.last.TransferEncoding) > 0 {
			t.Errorf("%d %q, %d %q", res.StatusCode, body, b.last.ContentLength, b.last.TransferEncoding)
		}
		if err := verify(b.last, nil, ownKey, ownSecret); err != nil {
			t.Error(err)
		}
	}
}

// TestSignedPasses: without --aws-sign, for another service, and without
// credentials a signed request reaches the upstream as it came, and is counted.
func TestSignedPasses(t *testing.T) {
	noShared(t)
	none := func(context.Context, *http.Request, []byte, string, string) error {
		return errors.New("no credentials")
	}
	for _, c := range []struct {
		name, path, service string
		sign                Sign
		warned              bool
	}{
		{"off", "/bedrock/model/m/converse", "bedrock", nil, false},
		{"another service", "/bedrock/model/m/converse", "s3", awssign.New().Sign, false},
		{"another provider", "/anthropic/v1/messages", "bedrock", awssign.New().Sign, false},
		{"no credentials", "/bedrock/model/m/converse", "bedrock", none, true},
	} {
		var b bedrock
		got := make(chan meter.Exchange, 1)
		s := behind(t, b.ServeHTTP, Options{Rewriter: shouting, Sign: c.sign, Observe: func(e meter.Exchange) { got <- e }})
		do(t, "POST", "http://"+s.Addr().String()+c.path, strings.NewReader(`{"a": 1}`), signedHeaders(c.service))
		if string(b.body) != `{"a": 1}` {
			t.Errorf("%s: %s was sent", c.name, b.body)
		}
		for name, values := range signedHeaders(c.service) {
			if !slices.Equal(b.last.Header[name], values) {
				t.Errorf("%s: %s is %q", c.name, name, b.last.Header[name])
			}
		}
		if e := <-got; !e.Report.Doubt || e.Report.Unchanged == "" || c.warned != (len(e.Report.Warnings) > 0) {
			t.Errorf("%s: %+v", c.name, e.Report)
		}
	}
}

// TestBearer: keys and requests without any are no signature.
func TestBearer(t *testing.T) {
	for _, header := range []http.Header{{"Authorization": {"Bearer bedrock-api-key-x"}}, {}} {
		var b bedrock
		s := behind(t, b.ServeHTTP, Options{Rewriter: shouting, Sign: func(context.Context, *http.Request, []byte, string, string) error {
			t.Error("it was signed")
			return nil
		}})
		do(t, "POST", s.BaseURL(wire.Bedrock)+"/model/m/converse", strings.NewReader(`{"a":1}`), header)
		if string(b.body) != `{"A":1}` || !slices.Equal(b.last.Header["Authorization"], header["Authorization"]) {
			t.Errorf("%s, %v", b.body, b.last.Header)
		}
	}
}

// TestNoCredentials: the SDK's own refusal is an error, soon.
func TestNoCredentials(t *testing.T) {
	noShared(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	start := time.Now()
	r := &http.Request{Method: "POST", URL: &url.URL{Scheme: "https", Host: "h.example", Path: "/"}, Header: http.Header{}}
	if err := awssign.New().Sign(t.Context(), r, nil, "us-east-1", "bedrock"); err == nil || time.Since(start) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}
