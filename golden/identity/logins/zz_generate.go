// Package logins logs in at an identity provider, asks it for more, and calls an API with what that gives.
package logins

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
