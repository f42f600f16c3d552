package mcp

import (
	"path"
	"runtime/debug"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// implementation returns the server's account of itself: the program's name and version, as the go command has built
// them in.
func implementation() *sdk.Implementation {
	self := &sdk.Implementation{Name: "flowc", Version: "devel"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return self
	}
	if info.Main.Path != "" {
		self.Name = path.Base(info.Main.Path)
	}
	if info.Main.Version != "" {
		self.Version = info.Main.Version
	}
	return self
}
