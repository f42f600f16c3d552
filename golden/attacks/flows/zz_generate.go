// Package flows verifies tokens: by an Auth node, which takes them from the Authorization header, and by a JWT node,
// which takes them from the body, under each kind of key.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
