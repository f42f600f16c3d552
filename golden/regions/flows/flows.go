// Package flows sends letters on, and keeps those that it could not send.
package flows

//go:generate go tool flowc generate
