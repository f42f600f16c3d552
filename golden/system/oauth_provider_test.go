package system_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// client is an application as the provider knows it.
type client struct {
	ID           string   `json:"client_id"`
	Secret       string   `json:"client_secret"`
	RedirectURIs []string `json:"redirect_uris"`
	GrantTypes   []string `json:"grant_types"`
	AuthMethod   string   `json:"token_endpoint_auth_method,omitempty"`
}

// oidcProvider is npm's oidc-provider, on a port of its own.
type oidcProvider struct {
	issuer  string
	port    string
	modules string
	clients string // as JSON
	signer  string // the key that client secrets verify with, in PEM; "": they are texts
	stop    func()
}

// startProvider starts the provider. Without Node.js, or the package that .ci/run installs, the test is skipped, or
// fails where servers are required.
func startProvider(t *testing.T, clients ...client) *oidcProvider {
	t.Helper()
	return startProviderFor(t, "", clients...)
}

// startProviderFor is startProvider where the clients sign their secrets, which verify with a key in PEM.
func startProviderFor(t *testing.T, signer string, clients ...client) *oidcProvider {
	t.Helper()
	modules := harness.NodeModules(t, "oidc", "oidc-provider")
	metadata, err := json.Marshal(clients)
	if err != nil {
		t.Fatal(err)
	}
	p := &oidcProvider{port: freePort(t), modules: modules, clients: string(metadata), signer: signer}
	p.issuer = "http://127.0.0.1:" + p.port
	p.start(t)
	return p
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// start runs the provider, with new keys, until stop.
func (p *oidcProvider) start(t *testing.T) {
	t.Helper()
	cmd := exec.Command("node", filepath.Join("oidc", "provider.mjs"), p.modules, p.port, p.clients, p.signer)
	cmd.Stderr = io.Discard // it warns that it is not for production
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	p.stop = func() {
		if !stopped {
			stopped = true
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	t.Cleanup(p.stop)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the provider has not started: %q, %v", line, err)
	}
}
