// Package flows verifies tokens: by an Auth node, which takes them from the Authorization header, and by a JWT node,
// which takes them from the body, under each kind of key.
package flows

//go:generate go tool flowc generate
