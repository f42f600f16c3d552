package mcp

import (
	"io"
	"net/http"
	"net/url"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// server is the state that all MCP tools of an App share, of whichever package of workflows they are.
type server struct {
	app    *rt.App
	tokens *mcptoken.Store
	issuer *issuer  // nil: only tokens of the project itself are accepted
	public *url.URL // PUBLIC_URL; nil where it is not set
	listen string   // PUBLIC_URL or, under Main, where the App listens

	mu        sync.Mutex
	names     map[string]bool // of tools
	endpoints map[*http.ServeMux]*endpoint
}

// serverOf is the server of the App, made once; nil once the problem is reported.
func serverOf(s *rt.Setup) *server {
	own := newServer(s) // not in the function below: it needs resources itself
	shared, err := s.App().Resource("mcp", func() (io.Closer, error) { return own, nil })
	if err != nil {
		s.Fail(err)
		return nil
	}
	return shared.(*server)
}

func newServer(s *rt.Setup) *server {
	v := &server{app: s.App(), tokens: mcptoken.Open(s), names: map[string]bool{}, endpoints: map[*http.ServeMux]*endpoint{}}
	base := s.PublicURL()
	v.listen = base.String()
	v.issuer = newIssuer(s, v.listen+endpointPath)
	if s.Optional("PUBLIC_URL") != "" {
		v.public = &base
	}
	return v
}

// claim takes the name of a tool, unless it is taken.
func (v *server) claim(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	free := !v.names[name]
	v.names[name] = true
	return free
}

// endpoint is the MCP endpoint of mux, whose routes are added to it at the first call.
func (v *server) endpoint(mux *http.ServeMux) *endpoint {
	v.mu.Lock()
	defer v.mu.Unlock()
	e := v.endpoints[mux]
	if e == nil {
		e = newEndpoint(v)
		v.endpoints[mux] = e
		mux.Handle("POST "+endpointPath, e)
		mux.HandleFunc("GET "+metadataPath, e.metadata)
		mux.HandleFunc("GET "+metadataPath+endpointPath, e.metadata)
	}
	return e
}

// Close implements io.Closer. What else the server uses, others close.
func (v *server) Close() error {
	if v.issuer != nil {
		v.issuer.close()
	}
	return nil
}
