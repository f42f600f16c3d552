// Package flows takes the tokens of identity providers, a workflow each, as their documents say.
package flows

//go:generate go tool flowc generate
