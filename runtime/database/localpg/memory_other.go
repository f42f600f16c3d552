//go:build !linux

package localpg

// memory is "": this system has no folder that is known to be kept in memory.
func memory() string { return "" }
