package code

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/runtime/sender"
	"github.com/flowc-dev/flowc/templates"
)

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

func engines(p templates.Pass) []string {
	if remembers(p) {
		return []string{templates.Redis, templates.SQLite}
	}
	return nil
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
	return sender.Named(fn.Name) != nil // no two deliveries of a service are the same
}

// share has the secrets of a ready verifier checked before the server starts.
func share(s templates.Step, fn templates.Function) {
	if fn.Package != templates.Webhook {
		return
	}
	get, given := s.Setup().Dot("SharedSecret"), []jen.Code(nil)
	if known := sender.Named(fn.Name); known != nil && known.Own != "" {
		get, given = jen.Qual(templates.Webhook, known.Own), []jen.Code{s.Setup()}
	}
	for _, name := range []string{"secret", "previousSecret"} {
		s.Shared("codeInput", name, func(variable string) jen.Code {
			return get.Clone().Call(append(slices.Clone(given), jen.Lit(variable), jen.Lit(s.Workflow()))...)
		})
	}
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
