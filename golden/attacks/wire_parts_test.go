package attacks_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/requests/flows"
)

const (
	border    = "--xxB"
	partsType = "multipart/form-data; boundary=xxB"
)

// part is one of a form, with what its header says of it behind form-data.
func part(disposition, content string) string {
	return headed("Content-Disposition: form-data; "+disposition, content)
}

func headed(header, content string) string {
	return border + "\r\n" + header + "\r\n\r\n" + content + "\r\n"
}

// TestWireParts sends forms with files whose parts, names and borders are in doubt, on connections that go on.
func TestWireParts(t *testing.T) {
	s := serve(t, flows.New, map[string]string{"PUBLIC_ORDERS_URL": "http://127.0.0.1:1", "PUBLIC_ECHO_URL": "http://127.0.0.1:1", "PUBLIC_TOKEN_URL": "http://127.0.0.1:1", "CLIENT_SECRET": "what a token is fetched with, 32 bytes"})
	photo, title, end := part(`name="photo"; filename="a.png"`, "x"), part(`name="title"`, "t"), border+"--\r\n"
	good := photo + title + end
	var list hostiles
	add := func(name, contentType, body string, status int) {
		list.add(name, with("POST /upload", contentType, body), status)
	}
	for _, name := range []string{ // of a file, which is read one way
		`../../x`, `..\\..\\x`, ``, `a\"b.png`, `CON`, `a.png/.`, ` `, `=?utf-8?b?YS5wbmc=?=`, `%2e%2e%2fx`, "a\u2215b", strings.Repeat("x", 20000),
	} {
		status := http.StatusOK
		if name == "" { // no file was chosen
			status = http.StatusBadRequest
		}
		add("filename "+name, partsType, part(`name="photo"; filename="`+name+`"`, "x")+title+end, status)
	}
	for _, name := range []string{"filename*=UTF-8''..%2f..%2fx", `filename="a"; filename*=UTF-8''b`, `filename*0="a"; filename*1="b.png"`, `FILENAME="a"`, `filename='a.png'`} {
		add(name, partsType, part(`name="photo"; `+name, "x")+title+end, http.StatusOK)
	}
	for _, name := range []string{
		`filename`, `filename=`, "filename=\"a\x00b\"", "filename=\"a\rb\"", "filename=\"a\nb\"", "filename*=utf-16''%ff%fe", `filename*=''x`, "filename*=UTF-8'en'%zz", `filename="a"; filename="b"`, "filename=\"\xff\"", `filename=a b.png`, `filename="a.png`, `filename=<script>`, `filename*1="x"`, `filename*0="x"; filename*0="y"`,
		`x="y"; x="z"; filename="a"`, `filename="a",`, `filename="a" x`, `filename="a";;;`,
	} {
		add(name, partsType, part(`name="photo"; `+name, "x")+title+end, http.StatusBadRequest)
	}
	for _, name := range []string{`name="title"; name="photo"`, `name=""`, `name`, ``, "name=\"title\x00\"", `name*=UTF-8''title; name="title"`, `name="photo"`, `name=title`, `NAME="title"`, `name*0=ti; name*1=tle`} { // twice, or of no part
		add("one more, "+name, partsType, photo+title+part(name, "v")+end, http.StatusBadRequest)
	}
	for _, header := range []string{
		"Content-Disposition : form-data; name=title", "Content-Disposition: attachment; name=title", "Content-Disposition: form-data; name=title\r\nContent-Disposition: form-data; name=photo", "Content-Disposition: form-data; name=title\r\nContent-Transfer-Encoding: base64",
		"Content-Disposition: form-data; name=title\r\nContent-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64", "Content-Disposition: form-data; name=title\r\nno colon", "Content-Disposition: form-data; name=title\r\nX\x00: y", "Content-Disposition: form-data; name=title\rX: y", "X: y", ": x", "no colon", "",
	} {
		add("headed "+header, partsType, photo+headed(header, "v")+end, http.StatusBadRequest)
	}
	for name, body := range map[string]string{
		"no end": photo + title, "half an end": photo + title + border, "less than an end": photo + title + border + "-", "an end that goes on": photo + title + border + "--junk", "lines of both kinds": strings.Replace(good, "\r\n", "\n", 3), "a part of nothing": border + "\r\n" + border + "\r\n" + good,
		"a thousand and one": strings.Repeat(part("name=x", ""), 1001) + end, "no parts": "x",
	} {
		add(name, partsType, body, http.StatusBadRequest)
	}
	for name, body := range map[string]string{
		"something before": "Content-Disposition: form-data; name=title\r\n\r\nevil\r\n" + good, "something behind": good + photo + title + end, "a border in a text": photo + part("name=title", "a\r\n"+border+"x") + end, "spaces behind borders": strings.ReplaceAll(good, border+"\r\n", border+" \t \r\n"),
		"a form in a part": photo + title + headed("Content-Disposition: form-data; name=x\r\nContent-Type: multipart/mixed; boundary=y", "--y\r\nContent-Disposition: form-data; name=title\r\n\r\nq\r\n--y--") + end, "long headers": photo + headed("Content-Disposition: form-data; name=title"+strings.Repeat("\r\nX: y", 5000), "v") + end,
		"a charset": title + photo + part(`name="_charset_"`, "utf-16") + end,
	} {
		add(name, partsType, body, http.StatusOK)
	}
	for _, boundary := range []string{"", `""`, strings.Repeat("b", 5000), "a b", "a,b", "a; boundary=b", `"a`, "é"} {
		plain, _, _ := strings.Cut(boundary, ";")
		add("the boundary "+boundary, "multipart/form-data; boundary="+boundary, strings.ReplaceAll(good, "xxB", strings.Trim(plain, `"`)), http.StatusBadRequest)
	}
	for _, contentType := range []string{"multipart/mixed; boundary=xxB", "multipart/form-data, boundary=xxB", "multipart/form-data; boundary=xxB\r\nContent-Type: text/plain", "application/json; boundary=xxB"} {
		add(contentType, contentType, good, http.StatusUnsupportedMediaType)
	}
	list.add("packed", with("POST /upload", partsType, good, "Content-Encoding: gzip"), http.StatusUnsupportedMediaType)
	for _, n := range []int{1, 3, 4096} {
		list.add("in chunks", chunked("POST /upload", partsType, good, n, "Content-Type: text/plain\r\n", "Trailer: Content-Type"), http.StatusOK)
	}
	list.add("too large", with("POST /upload", partsType, strings.Repeat(title, 2000)+end), http.StatusRequestEntityTooLarge)
	list.add("too large, in chunks", chunked("POST /upload", partsType, strings.Repeat(title, 2000)+end, 1000, ""), http.StatusRequestEntityTooLarge)
	s.goOn(t, list)
}
