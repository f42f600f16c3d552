package mcp

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// methods are what the endpoint answers: it has tools, and nothing to subscribe to.
var methods = []string{"initialize", "notifications/cancelled", "notifications/initialized", "ping", "server/discover", "tools/call", "tools/list"}

// guard refuses what has no use here, and turns a panic into an error: it would be that of a goroutine of the
// library's, and end the process.
func (e *endpoint) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (result sdk.Result, err error) {
		if !slices.Contains(methods, method) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: unknownMethod}
		}
		if call, ok := request.GetParams().(*sdk.CallToolParamsRaw); ok && !e.has(call.Name) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: unknownTool}
		}
		defer func() {
			if p := recover(); p != nil {
				e.server.app.Logger().ErrorContext(ctx, "MCP request failed", "error", fmt.Sprintf("panic: %v", p), "stack", string(debug.Stack()))
				result, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
			}
		}()
		return next(ctx, method, request)
	}
}
