package proxy

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// Sign signs a request to Amazon's anew: it adds to its headers Authorization
// and those that begin with X-Amz.
type Sign func(ctx context.Context, r *http.Request, body []byte, region, service string) error

// signature is what a request to Amazon says of who signed it (Signature
// Version 4). It covers the host, the path and the body, so that it is good for
// the address at which the client sees the proxy and for no other.
type signature struct {
	region, service string
	headers         []string // that are signed
}

const (
	signedWith     = "AWS4-HMAC-SHA256 "
	bedrockService = "bedrock"
)

// signatureOf reads the signature of a request to Bedrock, nil if there is none
// that can be made anew.
func signatureOf(to destination, header http.Header) *signature {
	by := header["Authorization"]
	if to.provider != wire.Bedrock || len(by) != 1 || !strings.HasPrefix(by[0], signedWith) {
		return nil
	}
	var s signature
	for field := range strings.SplitSeq(by[0][len(signedWith):], ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		switch name {
		case "Credential": // ID/DATE/REGION/SERVICE/aws4_request
			if scope := strings.Split(value, "/"); len(scope) == 5 {
				s.region, s.service = scope[2], scope[3]
			}
		case "SignedHeaders":
			s.headers = strings.Split(value, ";")
		}
	}
	if s.region == "" || s.service != bedrockService || streamed(header) {
		return nil
	}
	return &s
}

// streamed tells whether the body is in pieces that are signed each.
func streamed(header http.Header) bool {
	return strings.HasPrefix(header.Get("X-Amz-Content-Sha256"), "STREAMING-")
}

// unsigned returns the request as it would be without its signature.
func unsigned(r *http.Request) *http.Request {
	plain := *r
	plain.Header = maps.Clone(r.Header)
	maps.DeleteFunc(plain.Header, func(name string, _ []string) bool { return ofSignature(name) })
	return &plain
}

// ofSignature tells whether a header is made by who signs.
func ofSignature(name string) bool {
	return name == "Authorization" || name == "X-Amz-Date" || name == "X-Amz-Security-Token" || name == "X-Amz-Content-Sha256"
}

// signAnew signs the request that is about to be sent, for the upstream's
// address and the body that x holds; what the client signed besides is signed
// again. Without credentials it goes as it came.
func (h *handler) signAnew(x *exchange, r *http.Request, old *signature, came *held) {
	to := *x.to.url
	to.RawQuery, to.ForceQuery = r.URL.RawQuery, r.URL.ForceQuery
	out := &http.Request{Method: r.Method, URL: &to, Host: to.Host, Header: http.Header{}, ContentLength: int64(len(x.body.data))}
	for _, name := range old.headers {
		name = http.CanonicalHeaderKey(name)
		again := !ofSignature(name) && name != "Host" && name != "Content-Length" && !(x.body.decoded && name == "Content-Encoding")
		if values := r.Header[name]; again && len(values) > 0 {
			out.Header[name] = slices.Clone(values)
		}
	}
	if err := h.Sign(r.Context(), out, x.body.data, old.region, old.service); err != nil {
		x.body = came
		x.report = rewrite.Doubtful("it can't be signed anew")
		x.report.Warnings = []string{"a request to Bedrock went with the signature that it had: " + err.Error()}
		return
	}
	x.body.length = out.ContentLength // it is signed
	x.signed = http.Header{}
	for name, values := range out.Header {
		if ofSignature(name) {
			x.signed[name] = values
		}
	}
}

// putSignature replaces the signature of a request by that of x, if it has one.
func (x *exchange) putSignature(header http.Header) {
	if x.signed == nil {
		return
	}
	maps.DeleteFunc(header, func(name string, _ []string) bool { return ofSignature(name) })
	maps.Copy(header, x.signed)
}
