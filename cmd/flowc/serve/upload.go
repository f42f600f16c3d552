package serve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"
)

// fileType is the type of a Blank for a file: its Example is the text that is in it.
const fileType = "file"

// hasFile reports whether the form is sent with files (multipart/form-data).
func (form Form) hasFile() bool {
	return slices.ContainsFunc(form.Fields, func(b Blank) bool { return b.Type == fileType })
}

// body writes the fields of a body: as JSON, or as parts where one is a file.
func (form Form) body(fields map[string]any) (content []byte, contentType string, err error) {
	if !form.hasFile() {
		content, err = json.Marshal(fields)
		return content, "application/json", err
	}
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	for _, b := range form.Fields {
		value, given := fields[b.Name]
		if b.In != "body" || !given {
			continue
		}
		if file, chosen := value.(*Upload); chosen {
			if err := file.write(w, b.Name); err != nil {
				return nil, "", err
			}
			continue
		}
		for _, text := range partTexts(value) {
			if err := writePart(w, b, text); err != nil {
				return nil, "", err
			}
		}
	}
	err = w.Close()
	return text.Bytes(), w.FormDataContentType(), err
}

// uploads reports whether a file was chosen for the field.
func (b Blank) uploads() bool { return b.Type == fileType && b.In == "body" && b.File != nil }

// write writes the file as the part of a form.
func (u *Upload) write(w *multipart.Writer, name string) error {
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", multipart.FileContentDisposition(name, u.Name))
	header.Set("Content-Type", cmp.Or(u.Type, "application/octet-stream"))
	part, err := w.CreatePart(header)
	if err != nil {
		return err
	}
	_, err = part.Write(u.Data)
	return err
}

// partTexts are the texts of the parts that a value becomes: of a list, one for each element.
func partTexts(value any) []string {
	list, ok := value.([]any)
	if !ok {
		return []string{plainText(value)}
	}
	var texts []string
	for _, element := range list {
		texts = append(texts, plainText(element))
	}
	return texts
}

func writePart(w *multipart.Writer, b Blank, text string) error {
	if b.Type != fileType {
		return w.WriteField(b.Name, text)
	}
	part, err := w.CreateFormFile(b.Name, sampleFile)
	if err != nil {
		return err
	}
	_, err = part.Write([]byte(text))
	return err
}

// bodyArgs are curl's arguments for a body.
func (form Form) bodyArgs(fields map[string]any) []string {
	if !form.hasFile() {
		return []string{"-H 'Content-Type: application/json'", "-d", shellText(jsonText(fields))}
	}
	var args []string
	for _, b := range form.Fields {
		value, given := fields[b.Name]
		if !given || b.In != "body" {
			continue
		}
		if file, chosen := value.(*Upload); chosen {
			args = append(args, "-F", Quote(b.Name+`=@"`+curlName.Replace(file.Name)+`"`)) // of the folder in which the line is run
			continue
		}
		for _, text := range partTexts(value) {
			args = append(args, partArgs(b.Name, text, b.Type == fileType, shellText)...)
		}
	}
	return args
}

// curlName has a text stand between the quotes of curl.
var curlName = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// sampleFile is what a sample of a file is called.
const sampleFile = "hello.txt"

// partArgs are curl's arguments for a part of a form with files: a text, or a file with that text in it. A ";" would
// end what is in the file, were that not in quotes.
func partArgs(name, text string, file bool, quote func(string) string) []string {
	if !file {
		return []string{"--form-string", quote(name + "=" + text)}
	}
	if strings.ContainsAny(text, `;,"\`) {
		text = `"` + curlName.Replace(text) + `"`
	}
	return []string{"-F", quote(name + "=" + text + ";filename=" + sampleFile)}
}
