package front

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// sendBody passes the body of a request on as it is.
func sendBody(server io.Writer, in *bufio.Reader, request *http.Request) error {
	if len(request.TransferEncoding) > 0 {
		return sendChunks(server, in)
	}
	_, err := io.CopyN(server, in, max(request.ContentLength, 0))
	return err
}

// maxLine bounds the line before a chunk, and that of a trailer.
const maxLine = 16 << 10

var errChunk = errors.New("malformed chunk")

// sendChunks passes a chunked body on: each chunk begins with a line that says its length, and trailers follow the
// empty one.
func sendChunks(server io.Writer, in *bufio.Reader) error {
	for {
		line, err := sendLine(server, in)
		if err != nil {
			return err
		}
		digits, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 16, 62)
		if err != nil {
			return errChunk
		}
		if n == 0 {
			break
		}
		if _, err := io.CopyN(server, in, int64(n)); err != nil {
			return err
		}
		if line, err = sendLine(server, in); err != nil || line != "" {
			return errors.Join(errChunk, err)
		}
	}
	for {
		if line, err := sendLine(server, in); err != nil || line == "" {
			return err
		}
	}
}

// sendLine passes a line on, and returns it without its end.
func sendLine(server io.Writer, in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > maxLine {
			return "", errors.Join(errChunk, err)
		}
	}
	if _, err := server.Write(line); err != nil {
		return "", err
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}
