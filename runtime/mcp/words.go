package mcp

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Errors of the protocol in our words: those of the library name its types, and quote what was sent.
const (
	unknownMethod = "method not found"
	unknownTool   = "unknown tool"
	otherError    = "the request failed"
)

var wordsOfCodes = map[int64]string{
	jsonrpc.CodeParseError:     "the message is not valid JSON",
	jsonrpc.CodeInvalidRequest: "the message is no request of MCP",
	jsonrpc.CodeMethodNotFound: unknownMethod,
	jsonrpc.CodeInvalidParams:  "the parameters are not those of the method",
	jsonrpc.CodeInternalError:  "internal error",
}

// response is a message with an error, as JSON-RPC 2.0 writes it.
type response struct {
	Version jsontext.Value `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Error   *failure       `json:"error"`
}

type failure struct {
	Code    int64          `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data,omitzero"`
}

// inOwnWords is a message of the library's with our words for its error; nil where it is none, or says what is ours.
func inOwnWords(message []byte) []byte {
	var r response
	if !bytes.Contains(message, []byte(`"error"`)) || json.Unmarshal(message, &r) != nil || r.Error == nil || r.Error.Message == unknownTool {
		return nil
	}
	if r.Error.Code == 0 {
		r.Error.Code = jsonrpc.CodeInvalidRequest // JSON-RPC 2.0, 5.1, has no 0: the library could not read what was sent
	}
	words, known := wordsOfCodes[r.Error.Code]
	if !known {
		words = otherError
	}
	r.Error.Message = words
	if r.Error.Data.Kind() == '"' {
		r.Error.Data = nil // a text is the library's too; what clients act on is an object
	}
	reworded, err := json.Marshal(r)
	if err != nil {
		return nil
	}
	return reworded
}
