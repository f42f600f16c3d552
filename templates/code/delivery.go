package code

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// withIDs are the ready verifiers whose senders give each delivery an id: these remember deliveries unless told not to.
var withIDs = []string{"GitHub", "Shopify", "Slack", "Standard", "Stripe"}

// variables is where a ready verifier remembers deliveries.
func variables(p templates.Pass) []string {
	if remembers(p) {
		return []string{"STORAGE_URL"}
	}
	return nil
}

func opens(p templates.Pass) string {
	if remembers(p) {
		return templates.Storage
	}
	return ""
}

// remembers reports whether the function is a ready verifier that remembers deliveries.
func remembers(p templates.Pass) bool {
	fn := p.Function("codeFunction")
	switch {
	case fn.Package != templates.Webhook || p.IsFalse("codeInput", "once"):
		return false
	case slices.Contains(p.Keys("codeInput"), "once"):
		return true
	}
	return slices.Contains(withIDs, fn.Name)
}

// neverReplayed says why no delivery is known to be a repeated one.
func neverReplayed(p templates.Pass) string {
	fn := p.Function("codeFunction")
	switch {
	case !fn.Known || remembers(p) || fn.Verifies && fn.Package != templates.Webhook:
		return ""
	case !fn.Verifies:
		return fmt.Sprintf("%s verifies no sender of a Webhook", p.Text("codeFunction"))
	case p.IsFalse("codeInput", "once"):
		return "\"once\" is false, so that no delivery is remembered"
	}
	return fmt.Sprintf("%s remembers deliveries only where \"once\" is true", p.Text("codeFunction"))
}
