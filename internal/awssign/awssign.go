// Package awssign signs requests to Amazon's services with the user's own
// credentials, which the AWS SDK finds where its other users have them: in
// variables, shared files, a login, the machine's role. What signs and what
// finds them is the SDK's; nothing of either is kept here or written anywhere.
//
// It is a package of its own because the SDK is large: only elide-proxy links it.
package awssign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"
)

// patience is how long credentials may take: those of a role come over the
// network, and where there are none the SDK asks for a while.
const patience = 20 * time.Second

// digestHeader holds the digest of the body, and is signed.
const digestHeader = "X-Amz-Content-Sha256"

// Signer signs requests. It is safe for concurrent use.
type Signer struct {
	signer *v4.Signer
	now    func() time.Time

	mu   sync.Mutex
	from aws.CredentialsProvider // nil: not looked for yet
}

// New returns a Signer that looks for credentials when the first request comes.
func New() *Signer { return &Signer{signer: v4.NewSigner(), now: time.Now} }

// Sign signs a request with its headers, and adds to these: Authorization and
// those that begin with X-Amz.
func (s *Signer) Sign(ctx context.Context, r *http.Request, body []byte, region, service string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	from, err := s.credentials(ctx)
	if err != nil {
		return err
	}
	who, err := from.Retrieve(ctx)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	r.Header.Set(digestHeader, digest)
	return s.signer.SignHTTP(ctx, who, r, digest, service, region, s.now())
}

// credentials returns what has the user's, and keeps them until they are old. A
// failure is not kept: a file may be mended.
func (s *Signer) credentials(ctx context.Context) (aws.CredentialsProvider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.from != nil {
		return s.from, nil
	}
	c, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, err
	}
	s.from = c.Credentials
	return s.from, nil
}
