// Package both keeps notes in tables of which its statements name no columns, on either engine.
package both

//go:generate go tool flowc generate
