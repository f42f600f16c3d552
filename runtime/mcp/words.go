package mcp

import (
	"bytes"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	rt "github.com/flowc-dev/flowc/runtime"
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

// response is an answer, as JSON-RPC 2.0 writes it.
type response struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Result  jsontext.Value `json:"result,omitzero"`
	Error   *failure       `json:"error,omitzero"`
}

type failure struct {
	Code    int64          `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data,omitzero"`
}

// inOwnWords is a message of the library's with our words for its error, and with the id that was sent where the
// library has another one; nil where it is to stay as it is.
func inOwnWords(written []byte, id jsontext.Value) []byte {
	var r response
	if id == nil && !bytes.Contains(written, []byte(`"error"`)) || json.Unmarshal(written, &r) != nil {
		return nil
	}
	failed := r.Error != nil && r.Error.Message != unknownTool
	if failed {
		r.Error.reword()
	}
	if id != nil && r.ID.Kind() == '0' {
		r.ID = id
	} else if !failed {
		return nil
	}
	reworded, err := json.Marshal(r)
	if err != nil {
		return nil
	}
	return reworded
}

func (f *failure) reword() {
	if f.Code == 0 {
		f.Code = jsonrpc.CodeInvalidRequest // JSON-RPC 2.0, 5.1, has no 0: the library could not read what was sent
	}
	f.Message = otherError
	if words, known := wordsOfCodes[f.Code]; known {
		f.Message = words
	}
	if f.Data.Kind() == '"' {
		f.Data = nil // a text is the library's too; what clients act on is an object
	}
}

// answerUnknown answers a message whose method is not known here: a call with an error, a notification with nothing.
func answerUnknown(w http.ResponseWriter, r *http.Request, m message) {
	if m.id == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	text, err := json.Marshal(response{Version: "2.0", ID: m.id, Error: &failure{Code: jsonrpc.CodeMethodNotFound, Message: unknownMethod}})
	if err != nil {
		rt.Answer(w, r, &rt.Error{})
		return
	}
	status := http.StatusOK
	if r.Header.Get("Mcp-Protocol-Version") >= statelessVersion {
		status = http.StatusNotFound
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text) // to a caller who is gone
}

// statelessVersion is the version of the protocol from which on an unknown method is a 404.
const statelessVersion = "2026-07-28"
