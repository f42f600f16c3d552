// Package variables is one workflow for several environments: whose tokens it takes is read from variables.
package variables

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
