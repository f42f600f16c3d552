package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/runtime/internal/charset"
)

// maxParts is the most parts that a form may have: each costs memory for its header, however small it is.
const maxParts = 1000

// formParts are the parts of a form with files (RFC 7578), by name.
type formParts struct {
	texts map[string][]string
	files map[string][]File
}

// isMultipart reports whether a Content-Type is that of a form with files.
func isMultipart(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(media), "multipart/form-data")
}

// decodeMultipart fills in from a form with files. The body is in memory already, as large as it may be.
func (o *object) decodeMultipart(b *bodyBuffer, in reflect.Value) error {
	form, err := b.readParts()
	if err != nil {
		return err
	}
	for i := range o.members {
		m := &o.members[i]
		texts, files := m.typ.sent(form.texts[m.name]), form.files[m.name]
		if len(texts)+len(files) > 0 {
			m.found(in)
		}
		switch {
		case m.typ.file != nil:
			b.wrong.add(m.name, m.typ.fromFiles(files, len(texts) > 0, in.Field(m.index)))
		case len(files) > 0:
			b.wrong.add(m.name, mustBeText)
		case m.typ.text == nil && len(texts) > 0:
			b.wrong.add(m.name, "can't be sent in a form")
		default:
			b.wrong.addTexts(m.name, texts, m.typ.fromTexts(texts, in.Field(m.index)))
		}
	}
	if b.strict {
		o.unknownInForm(form.texts, &b.wrong)
		for _, name := range slices.Sorted(maps.Keys(form.files)) {
			if _, known := o.byName[name]; !known {
				b.wrong.add(unknownName(name), isUnknown)
			}
		}
	}
	return nil
}

// readParts reads the parts of the body.
func (b *bodyBuffer) readParts() (*formParts, error) {
	_, params, err := mime.ParseMediaType(b.contentType)
	if err != nil || params["boundary"] == "" {
		return nil, notParts(errors.New("no boundary"))
	}
	form := &formParts{texts: map[string][]string{}, files: map[string][]File{}}
	reader := multipart.NewReader(&b.Buffer, params["boundary"])
	for n := 0; ; n++ {
		part, err := reader.NextRawPart()
		switch {
		case err == io.EOF && (n > 0 || bytes.Contains(b.body, []byte("--"+params["boundary"]+"--"))):
			return form, nil // at the last boundary: of a form that ends before it, the error wraps io.EOF
		case err != nil:
			return nil, notParts(err)
		case n == maxParts:
			return nil, Fail(http.StatusBadRequest, fmt.Sprintf("the body has more than %d parts", maxParts))
		}
		if err := form.add(b, part); err != nil {
			return nil, err
		}
	}
}

// add reads a part.
func (f *formParts) add(b *bodyBuffer, part *multipart.Part) error {
	name, filename, isFile, err := disposition(part.Header)
	if err != nil {
		return notParts(err)
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(part); err != nil {
		return notParts(err)
	}
	if err := b.add(content.Cap() + costOfMember + len(name) + len(filename)); err != nil {
		return err
	}
	if isFile && filename == "" {
		return nil // of a field for a file, where none was chosen
	}
	if isFile {
		f.files[name] = append(f.files[name], newFile(filename, content.Bytes()))
		return nil
	}
	text, err := inUTF8(charset.Of(part.Header.Get("Content-Type")), content.Bytes())
	if err != nil {
		return err
	}
	f.texts[name] = append(f.texts[name], string(text))
	return nil
}

// disposition is what a part's header says of it: what it is called, and what a file is. What stands there twice would
// be another part to who goes by the second.
func disposition(header textproto.MIMEHeader) (name, filename string, isFile bool, err error) {
	for _, once := range []string{"Content-Disposition", "Content-Transfer-Encoding", "Content-Type"} {
		if len(header[once]) > 1 {
			return "", "", false, fmt.Errorf("a part with %s twice", once)
		}
	}
	kind, params, err := mime.ParseMediaType(header.Get("Content-Disposition"))
	name = params["name"]
	if err != nil || kind != "form-data" || name == "" || !utf8.ValidString(name) {
		return "", "", false, errors.New("a part without a name")
	}
	switch coding := strings.ToLower(header.Get("Content-Transfer-Encoding")); coding {
	case "", "7bit", "8bit", "binary": // which are none
	default:
		return "", "", false, errors.New("a part with a Content-Transfer-Encoding")
	}
	filename, isFile = params["filename"]
	if !utf8.ValidString(filename) {
		return "", "", false, errors.New("a file whose name is not UTF-8")
	}
	return name, filename, isFile, nil
}

// notParts returns the 400 for a body that should have been a form with files.
func notParts(err error) error {
	return &Error{Status: http.StatusBadRequest, Detail: "the body is not valid multipart/form-data", Err: err}
}
