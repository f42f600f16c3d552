package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"slices"
	"strconv"
	"strings"
)

// partsType is the content type of a form with files.
const partsType = "multipart/form-data"

// writeParts writes the fields of a body as the parts of a form with files.
func (form Form) writeParts(b *bytes.Buffer, body map[string]any) {
	var texts []string // of each part, with its head
	for _, f := range form.Fields {
		value, given := body[f.Name]
		if f.In != "body" || !given {
			continue
		}
		for _, text := range partTexts(value) {
			name := ""
			if f.Type == fileType {
				name = `; filename="` + sampleFile + `"`
			}
			texts = append(texts, fmt.Sprintf("Content-Disposition: form-data; name=%q%s\n\n%s\n", f.Name, name, inFile(f, text)))
		}
	}
	if len(texts) == 0 {
		return
	}
	between := boundary(strings.Join(texts, "\n"))
	fmt.Fprintf(b, "Content-Type: %s; boundary=%s\n\n", partsType, between)
	for _, text := range texts {
		fmt.Fprintf(b, "--%s\n%s", between, text)
	}
	fmt.Fprintf(b, "--%s--\n", between)
}

// boundary is what may stand between parts, as it stands in none.
func boundary(texts string) string {
	name := "flowc"
	for i := 1; strings.Contains(texts, "--"+name); i++ {
		name = "flowc" + strconv.Itoa(i)
	}
	return name
}

// inFile is the text of a part as a file of requests can hold it: what would begin another request there, or name a
// file to editors, is a name to fill in.
func inFile(f Blank, text string) string {
	text = newlines.Replace(text)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "###") || strings.HasPrefix(line, "<") && f.Type == fileType && includes(line) {
			return "{{" + valueName(f.Name) + "}}"
		}
	}
	return text
}

// includes reports whether editors put a file in place of a line: "< ./photo.png".
func includes(line string) bool {
	return strings.HasPrefix(line, "< ") || strings.HasPrefix(line, "<@ ")
}

// readParts reads the parts of a form with files into its fields. It reports whether the form holds all of them: a name
// of a file and a content type have no place in it.
func (form *Form) readParts(contentType, body string, into map[string]any) bool {
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil || params["boundary"] == "" {
		return false
	}
	texts := map[string][]string{}
	for r := multipart.NewReader(strings.NewReader(body+"\n"), params["boundary"]); ; {
		part, err := r.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil || len(part.Header) != 1 {
			return false
		}
		text, err := io.ReadAll(part)
		i := slices.IndexFunc(form.Fields, func(f Blank) bool { return f.In == "body" && f.Name == part.FormName() })
		if err != nil || i < 0 || !form.Fields[i].holds(part, string(text)) {
			return false
		}
		texts[part.FormName()] = append(texts[part.FormName()], string(text))
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		value, ok := form.ofTexts(name, texts[name])
		if !ok {
			return false
		}
		into[name] = value
	}
	return true
}

// holds reports whether a field of a form can be what a part says.
func (f Blank) holds(part *multipart.Part, text string) bool {
	if f.Type != fileType {
		return part.FileName() == ""
	}
	return part.FileName() == sampleFile && !includes(text)
}

// ofTexts is the value of a field whose parts have these texts.
func (form *Form) ofTexts(name string, texts []string) (any, bool) {
	i := slices.IndexFunc(form.Fields, func(f Blank) bool { return f.In == "body" && f.Name == name })
	kind := strings.TrimSuffix(form.Fields[i].Type, "?")
	elem, list := strings.CutPrefix(kind, "list<")
	if !list {
		return ofText(kind, texts[0]), len(texts) == 1
	}
	var all []any
	for _, text := range texts {
		all = append(all, ofText(strings.TrimSuffix(elem, ">"), text))
	}
	return all, true
}

// ofText is a text of a form as a value of a type.
func ofText(kind, text string) any {
	var v any
	switch kind {
	case "int", "float", "bool":
		if json.Unmarshal([]byte(text), &v) == nil {
			return v
		}
	}
	return text
}
