package runtime

import (
	"log/slog"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"unicode"
)

// A File is a file that a caller has sent in a form (multipart/form-data).
type File struct {
	Name        string `json:"name"`        // the last element of the path that the caller gave, "" where that is none
	ContentType string `json:"contentType"` // as the bytes look (http.DetectContentType), without parameters; not as the caller says
	Size        int64  `json:"size"`        // in bytes
	Bytes       []byte `json:"bytes"`
}

// LogValue implements slog.LogValuer: the log shows what a file is called, and not what is in it.
func (f File) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", f.Name), slog.String("contentType", f.ContentType), slog.Int64("size", f.Size))
}

// newFile is the file of bytes that the caller calls name.
func newFile(name string, bytes []byte) File {
	media, _, err := mime.ParseMediaType(http.DetectContentType(bytes))
	if err != nil { // no sniffed type is such
		media = "application/octet-stream"
	}
	return File{Name: fileName(name), ContentType: media, Size: int64(len(bytes)), Bytes: bytes}
}

// fileName is the last element of a path, of whatever system, without what no name needs: control characters, those
// that have a name shown backwards ("gpj.exe" as "exe.jpg"), and ends of lines.
func fileName(path string) string {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, name)
	if name == "." || name == ".." {
		return ""
	}
	return name
}

// What a field is told that holds a file, or should.
const (
	mustBeFile = "must be a file"
	mustBeText = "must be a text, not a file"
)

// planFile is the plan for a file, which only a form with parts brings.
func planFile(d *decoder) {
	d.json = func(b *bodyBuffer, _ reflect.Value) error {
		b.skipWrong(mustBeFile)
		return nil
	}
	d.file = func(f File, v reflect.Value) { v.Set(reflect.ValueOf(f)) }
}

// fromFiles sets v from the files that a form holds for a field, and says what is wrong with them.
func (d *decoder) fromFiles(files []File, text bool, v reflect.Value) string {
	switch {
	case text:
		return mustBeFile
	case len(files) > 1:
		return mustBeOnce
	case len(files) == 1:
		d.file(files[0], v)
	case !d.optional:
		return isRequired
	}
	return ""
}
