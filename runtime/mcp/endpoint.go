package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	rt "github.com/flowc-dev/flowc/runtime"
)

// tool is a tool as an endpoint serves it.
type tool struct {
	declared *sdk.Tool
	scope    string
	run      http.Handler  // an execution
	handlers time.Duration // that it may take beyond what others take
}

// endpoint is the MCP endpoint of one mux. It is stateless: each request stands for itself, so that any replica may
// take it.
type endpoint struct {
	server    *server
	transport *sdk.StreamableHTTPHandler

	mu    sync.Mutex
	tools []*tool                // sorted by name
	views map[string]*sdk.Server // by the tools that are seen: one for all tokens that see the same
}

func newEndpoint(v *server) *endpoint {
	e := &endpoint{server: v, views: map[string]*sdk.Server{}}
	e.transport = sdk.NewStreamableHTTPHandler(
		func(r *http.Request) *sdk.Server { return admittedTo(r.Context()).view },
		&sdk.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody,
			DisableLocalhostProtection: true, // checkOrigin knows PUBLIC_URL too
		},
	)
	return e
}

// add adds a tool, before the endpoint serves. The same tool registered again takes the place of the first.
func (e *endpoint) add(t *tool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tools = slices.DeleteFunc(e.tools, func(known *tool) bool { return known.declared.Name == t.declared.Name })
	e.tools = append(e.tools, t)
	slices.SortFunc(e.tools, func(a, b *tool) int { return strings.Compare(a.declared.Name, b.declared.Name) })
	clear(e.views)
}

// ServeHTTP implements http.Handler: a request is let in, or refused, before the protocol's library sees it.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer e.contain(w, r)
	if err := e.server.checkOrigin(r); err != nil {
		e.refuse(w, r, caller{}, err)
		return
	}
	who, err := e.server.identify(r)
	if err != nil {
		e.refuse(w, r, who, err)
		return
	}
	room := e.server.app.MessageRoom()
	defer room.Close()
	m, err := receive(w, r, room)
	if err == nil {
		err = e.checkScope(who, m.tool)
	}
	switch {
	case err != nil:
		e.refuse(w, r, who, err)
	case m.method != "" && !slices.Contains(methods, m.method):
		answerUnknown(w, r, m)
	default:
		e.serve(w, r, who, m)
	}
}

// requestTimeout is longer than an execution may take, without what handles failures: it ends what the protocol's
// library would wait for in vain.
const requestTimeout = 40 * time.Second

// serve has the protocol's library answer a request that is let in.
func (e *endpoint) serve(w http.ResponseWriter, r *http.Request, who caller, m message) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout+e.handlers())
	defer cancel()
	w.Header().Set("X-Content-Type-Options", "nosniff")
	answer := &problemWriter{ResponseWriter: w, r: r}
	if m.own {
		answer.id = m.id
	}
	let := &admitted{caller: who, view: e.view(who), request: r.WithContext(ctx)}
	e.transport.ServeHTTP(answer, r.WithContext(withAdmitted(ctx, let)))
	if !answer.begun && ctx.Err() != nil {
		rt.Answer(w, r, &rt.Error{Status: http.StatusGatewayTimeout})
	}
}

// handlers is how much longer than others an execution of any tool may take.
func (e *endpoint) handlers() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	var longest time.Duration
	for _, t := range e.tools {
		longest = max(longest, t.handlers)
	}
	return longest
}

// contain answers for a panic outside of an execution. The log gets it, masked.
func (e *endpoint) contain(w http.ResponseWriter, r *http.Request) {
	if p := recover(); p != nil {
		instance := rt.Answer(w, r, &rt.Error{})
		e.server.app.Logger().Error("MCP request failed", "id", instance, "error", fmt.Sprintf("panic: %v", p), "stack", string(debug.Stack()))
	}
}

// checkScope refuses the call of a tool for which the token is not good. A tool that does not exist is the protocol's
// to answer for.
func (e *endpoint) checkScope(who caller, name string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, t := range e.tools {
		if t.declared.Name == name && !slices.Contains(who.scopes, t.scope) {
			return &refusal{status: http.StatusForbidden, code: insufficientScope, reason: "insufficient scope", scope: t.scope}
		}
	}
	return nil
}

// has reports whether there is a tool of that name, for whomever.
func (e *endpoint) has(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.ContainsFunc(e.tools, func(t *tool) bool { return t.declared.Name == name })
}

// scopes are those of all tools, sorted.
func (e *endpoint) scopes() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []string
	for _, t := range e.tools {
		all = append(all, t.scope)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// view is a server with the tools that a caller may call and no others: what is not there can be neither listed nor
// called, whatever the protocol's library makes of a request.
func (e *endpoint) view(who caller) *sdk.Server {
	e.mu.Lock()
	defer e.mu.Unlock()
	var seen []*tool
	var names strings.Builder
	for _, t := range e.tools {
		if slices.Contains(who.scopes, t.scope) {
			seen = append(seen, t)
			names.WriteString(t.declared.Name + " ")
		}
	}
	if e.views[names.String()] == nil {
		e.views[names.String()] = e.newView(seen)
	}
	return e.views[names.String()]
}

func (e *endpoint) newView(tools []*tool) *sdk.Server {
	view := sdk.NewServer(implementation(), &sdk.ServerOptions{
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
		SetCacheable: onlyForCaller,
	})
	view.AddReceivingMiddleware(e.guard)
	for _, t := range tools {
		view.AddTool(t.declared, t.call)
	}
	return view
}

// onlyForCaller keeps what lies between from giving one caller's list of tools to another, who may see others.
func onlyForCaller(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" }

// refuse answers a request that is not let in, and logs why: no execution does.
func (e *endpoint) refuse(w http.ResponseWriter, r *http.Request, who caller, err error) {
	var refused *refusal
	if !errors.As(err, &refused) {
		refused = &refusal{status: http.StatusInternalServerError, cause: err}
	}
	if refused.status >= 500 && errors.Is(r.Context().Err(), context.Canceled) {
		refused = &refusal{status: 499, reason: "the caller has left", cause: refused.cause}
	}
	if refused.challenges() {
		w.Header().Set("WWW-Authenticate", e.challenge(r, refused))
	}
	if refused.after > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(refused.after/time.Second)))
	}
	instance := rt.Answer(w, r, refused.problem())
	attrs := []slog.Attr{slog.String("id", instance), slog.Int("status", refused.status), slog.String("reason", refused.reason)}
	if who.name != "" {
		attrs = append(attrs, slog.String("token", who.name))
	}
	if refused.scope != "" {
		attrs = append(attrs, slog.String("scope", refused.scope))
	}
	if refused.cause != nil {
		attrs = append(attrs, slog.String("error", refused.cause.Error()))
	}
	e.server.app.Logger().LogAttrs(r.Context(), refused.level(), "MCP request refused", attrs...)
}
