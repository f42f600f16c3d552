package studio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/provider"
)

// TestProviderHasItsBoxes chooses an identity provider of an Auth node: its own settings are there, those of others and
// of a secret are not, and a list is typed where a text may be one. So it is for each provider.
func TestProviderHasItsBoxes(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.click(holding(".palette button", "Auth"))
	p.wait("document.querySelector('[data-field=authProvider] select')")
	p.choose("authProvider", "microsoft")
	p.unfold("authTenant")
	p.wait("document.querySelector('[data-field=authTenant]')")
	p.wait("!document.querySelector('[data-field=authSigner]') && !document.querySelector('[data-field=authSecret]')")
	p.fill("authTenant", `["aaaaaaaa-0000-4000-8000-000000000001", "{{env.SECOND_TENANT}}"]`)
	if text := p.save(file); !strings.Contains(text, `"authTenant": ["aaaaaaaa-0000-4000-8000-000000000001", "{{env.SECOND_TENANT}}"]`) {
		t.Errorf("the file is %s", text)
	}
	p.choose("authProvider", "awsAlb")
	p.wait("document.querySelector('[data-field=authSigner] .label .needed')")

	for _, name := range provider.Names(func(*provider.Provider) bool { return true }) {
		of := provider.Named(name)
		p.choose("authProvider", name)
		for field, has := range map[string]bool{
			"authTenant": of.Parameter == provider.ByTenant, "authSigner": of.Parameter == provider.BySigner, "authToken": of.HasKinds(),
			"authClient": len(of.Clients) > 0, "authSecret": false, "authJwksUrl": false, "authScopes": false,
			"authIssuer": true, "authAudience": true, "authSubject": true, "authHeader": true, "authRequire": true,
		} {
			p.wait(fmt.Sprintf("!!document.querySelector('[data-field=%s]') === %t && document.querySelector('[data-field=authProvider] select').value === '%s'", field, has, name))
		}
	}
}
