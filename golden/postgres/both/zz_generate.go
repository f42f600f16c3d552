// Package both keeps notes in tables of which its statements name no columns, on either engine.
package both

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
