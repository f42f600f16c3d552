package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// call runs the tool as an execution whose request is the one that brought the call, with the arguments as its body.
func (t *tool) call(ctx context.Context, call *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	request := admittedTo(ctx).request
	execution := request.Clone(withAdmitted(request.Context(), admittedTo(ctx)))
	execution.Header.Set("Content-Type", "application/json")
	execution.Body, execution.ContentLength = http.NoBody, 0
	if arguments := call.Params.Arguments; len(arguments) > 0 && string(arguments) != "null" {
		execution.Body, execution.ContentLength = io.NopCloser(bytes.NewReader(arguments)), int64(len(arguments))
	}
	a := &answer{header: http.Header{}}
	t.execute(a, execution)
	return a.result(), nil
}

// execute runs the tool in a goroutine of its own: a function of the workflow may end it, and the protocol's library
// would wait for its own one in vain.
func (t *tool) execute(a *answer, execution *http.Request) {
	var failed any
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { failed = recover() }()
		t.run.ServeHTTP(a, execution)
	}()
	<-ended
	if failed != nil {
		panic(failed)
	}
}

// answer keeps the answer of an execution, which becomes the result of a tool.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// result is the answer as the result of a tool: its body as text and, where it is a JSON object and no error, as
// structured content too. That of an error would have to fit the tool's output schema.
func (a *answer) result() *sdk.CallToolResult {
	result := &sdk.CallToolResult{Content: []sdk.Content{}, IsError: a.status >= http.StatusBadRequest}
	if a.body.Len() == 0 {
		return result
	}
	result.Content = append(result.Content, &sdk.TextContent{Text: a.body.String()})
	if a.isJSON() && !result.IsError && bytes.HasPrefix(a.body.Bytes(), []byte("{")) {
		result.StructuredContent = json.RawMessage(a.body.Bytes())
	}
	return result
}

func (a *answer) isJSON() bool {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	return err == nil && (media == "application/json" || strings.HasSuffix(media, "+json"))
}
