//go:build !linux

package localpg

// Memory is "": of this system no folder is known that is kept in memory.
func Memory() string { return "" }
