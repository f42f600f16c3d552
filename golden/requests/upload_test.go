package requests_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

const (
	boundary  = "xxBOUNDARYxx"
	partsType = "multipart/form-data; boundary=" + boundary
	png       = "\x89PNG\r\n\x1a\n"
)

// part writes a part of a form: of a file where filename is not nil.
func part(name string, filename *string, content string) string {
	disposition := `form-data; name="` + name + `"`
	if filename != nil {
		disposition += `; filename="` + *filename + `"`
	}
	return "--" + boundary + "\r\nContent-Disposition: " + disposition + "\r\nContent-Type: text/html\r\n\r\n" + content + "\r\n"
}

func file(name, filename, content string) string { return part(name, &filename, content) }

func text(name, content string) string { return part(name, nil, content) }

const end = "--" + boundary + "--\r\n"

// TestUpload takes a form with files, and tells what is wrong with one.
func TestUpload(t *testing.T) {
	url := start(t) + "/upload"
	photo, title := file("photo", "a.png", png), text("title", "t")
	for _, test := range []struct {
		contentType, body string
		status            int
		want              string
	}{
		{partsType, photo + title + end, 200,
			`{"contentType":"image/png","count":null,"name":"a.png","present":false,"sha256":"4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6","size":8,"tags":null,"thumb":"none","title":"t"}`},
		{partsType, file("thumb", "", "x") + text("tags", "a") + text("tags", "b") + text("count", "7") + photo + title + end, 200,
			`"tags":["a","b"],"thumb":"none","title":"t"`},
		{partsType, file("photo", `C:\\tmp\\..\\evil.html`, "<html>") + title + end, 200, `{"contentType":"text/html","count":null,"name":"evil.html"`},
		{partsType, file("photo", "../../etc/passwd", "root") + title + end, 200, `{"contentType":"text/plain","count":null,"name":"passwd"`},
		{partsType, file("photo", "..", "") + title + end, 200, `"name":"","present":false,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0`},
		{partsType, title + end, 400, `"errors":{"photo":"is required"}`},
		{partsType, text("photo", "x") + file("title", "t", "t") + end, 400, `"errors":{"photo":"must be a file","title":"must be a text, not a file"}`},
		{partsType, photo + photo + title + title + end, 400, `"errors":{"photo":"must be given once","title":"must be given once"}`},
		{partsType, photo + text("title", strings.Repeat("x", 21)) + text("count", "many") + end, 400, `"errors":{"count":"must be an int","title":"must have at most 20 characters"}`},
		{partsType, photo + text("title", "\xff") + end, 400, `"errors":{"title":"must be UTF-8"}`},
		{partsType, photo + title, 400, `not valid multipart/form-data`},
		{partsType, "", 400, `"errors":{"photo":"is required","title":"is required"}`},
		{partsType, "no parts", 400, `not valid multipart/form-data`},
		{"multipart/form-data", photo + title + end, 400, `not valid multipart/form-data`},
		{"multipart/mixed; boundary=" + boundary, photo + title + end, 415, `the body must be multipart/form-data`},
		{jsonType, `{"photo":"x","title":"t"}`, 415, `the body must be multipart/form-data`},
		{formType, `photo=x&title=t`, 415, `the body must be multipart/form-data`},
		{partsType, photo + title + strings.Repeat(text("x", ""), 800) + end, 413, `the body has more than 65536 bytes`},
		{partsType, strings.Replace(photo, "Content-Type: text/html", "Content-Transfer-Encoding: base64", 1) + title + end, 400, `not valid multipart/form-data`},
		{partsType, strings.Replace(photo, `name="photo"; `, "", 1) + title + end, 400, `not valid multipart/form-data`},
		{partsType, photo + title + strings.Replace(text("x", ""), "form-data", "attachment", 1) + end, 400, `not valid multipart/form-data`},
		{partsType, photo + title + text("\xff", "") + end, 400, `not valid multipart/form-data`},
		{partsType, file("photo", "\xff.png", png) + title + end, 400, `not valid multipart/form-data`},
		{partsType, photo + strings.Replace(title, "Content-Type", "Content-Disposition: form-data; name=\"count\"\r\nContent-Type", 1) + end, 400, `not valid multipart/form-data`},
		{partsType, photo + strings.Replace(title, "Content-Type", "Content-Transfer-Encoding: 8bit\r\nContent-Transfer-Encoding: base64\r\nContent-Type", 1) + end, 400, `not valid multipart/form-data`},
		{partsType, photo + strings.Replace(title, "Content-Type", "Content-Type: text/plain\r\nContent-Type", 1) + end, 400, `not valid multipart/form-data`},
		{partsType, photo + strings.Replace(title, "text/html", "text/plain; charset=ISO-8859-1", 1) + end, 200, `"title":"t"`},
		{partsType, photo + strings.Replace(text("title", "ü"), "text/html", "text/plain; charset=UTF-8", 1) + end, 200, `"title":"ü"`},
		{partsType, photo + strings.Replace(text("title", "ü"), "text/html", "text/plain; charset=ISO-8859-1", 1) + end, 200, `"title":"Ã¼"`},
		{partsType, photo + strings.Replace(text("title", "\x00t"), "text/html", "text/plain; charset=utf-16", 1) + end, 200, `"title":"t"`},
		{partsType, photo + strings.Replace(text("title", "ü"), "text/html", "text/plain; charset=latin1; charset=utf-8", 1) + end, 415, `the body has a charset that is not supported`},
		{partsType, strings.Replace(file("photo", "a.txt", "\xfc"), "text/html", "text/plain; charset=ISO-8859-1", 1) + title + end, 200, `"name":"a.txt"`},
		{partsType, file("photo", "\u202egnp.exe\u2028\u2066", "x") + title + end, 200, `"name":"gnp.exe"`},
		{partsType, photo + title + "--" + boundary, 400, `not valid multipart/form-data`},
		{partsType, photo + title + "--" + boundary + "\r\nContent-Disp", 400, `not valid multipart/form-data`},
		{partsType, photo + title + "--" + boundary + "\r\nContent-Disposition: form-data; name=x\r\n\r\nhalf", 400, `not valid multipart/form-data`},
	} {
		status, answer := send(t, http.MethodPost, url, test.contentType, test.body)
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%q\nanswered %d %s\nwant %d %s", test.body[:min(len(test.body), 300)], status, answer, test.status, test.want)
		}
	}
}

// TestManyParts takes as many parts as may be, and no more.
func TestManyParts(t *testing.T) {
	url := start(t) + "/upload"
	form := func(more int) string {
		least := "--b\r\nContent-Disposition: form-data; name="
		return least + "photo; filename=a.png\r\n\r\n" + png + "\r\n" + least + "title\r\n\r\nt\r\n" + strings.Repeat(least+"x\r\n\r\n\r\n", more) + "--b--\r\n"
	}
	for more, want := range map[int]int{998: 200, 999: 400, 1200: 400} {
		status, answer := send(t, http.MethodPost, url, "multipart/form-data; boundary=b", form(more))
		if status != want || status == 400 && !strings.Contains(answer, "the body has more than 1000 parts") {
			t.Errorf("%d parts are answered %d %s, want %d", more+2, status, answer, want)
		}
	}
}

// TestPartsCost has no room for a form and what is read of it, where there is room for the form alone.
func TestPartsCost(t *testing.T) {
	form := file("photo", "a.png", png+strings.Repeat("x", 30_000)) + text("title", "t") + end
	for room, want := range map[int64]int{40_000: 503, 1 << 20: 200} {
		url := start(t, rt.WithLimits(rt.Limits{MaxBodies: room})) + "/upload"
		if status, answer := send(t, http.MethodPost, url, partsType, form); status != want {
			t.Errorf("with room for %d bytes it is answered %d %s, want %d", room, status, answer, want)
		}
	}
}

// TestFileInLog shows in the log what a file is called, and not what is in it.
func TestFileInLog(t *testing.T) {
	var log bytes.Buffer
	url := start(t, rt.WithLogWriter(&log), rt.WithEnv(with("LOG_LEVEL", "debug"))) + "/upload"
	if status, answer := send(t, http.MethodPost, url, partsType, file("photo", "a.png", png+"the content of the file")+text("title", "t")+end); status != 200 {
		t.Fatal(status, answer)
	}
	shown := log.String()
	if !strings.Contains(shown, "a.png") || strings.Contains(shown, "the content") || strings.Contains(shown, "dGhlIGNvbnRlbnQ") {
		t.Errorf("the log says\n%s", shown)
	}
}

// with is env with one variable more.
func with(name, value string) map[string]string {
	all := map[string]string{name: value}
	for name, value := range env {
		all[name] = value
	}
	return all
}

// hostileBody breaks a form in one to three of many ways.
func hostileBody(r *rand.Rand) (contentType, body string) {
	contentType = partsType
	body = file("photo", "a.png", png+strings.Repeat("y", r.IntN(2000))) + text("title", "t") + file("thumb", "b", "z") + end
	for range 1 + r.IntN(3) {
		at := r.IntN(len(body) + 1)
		switch r.IntN(14) {
		case 0:
			body = body[:at]
		case 1:
			noise := make([]byte, r.IntN(500))
			for i := range noise {
				noise[i] = byte(r.IntN(256))
			}
			body = body[:at] + string(noise) + body[at:]
		case 2:
			body = strings.Repeat(text("x", ""), r.IntN(1200)) + body
		case 3:
			body = "--" + boundary + "\r\n" + strings.Repeat("X-Long: "+strings.Repeat("v", r.IntN(3000))+"\r\n", 1+r.IntN(30)) + "\r\n\r\n" + body
		case 4:
			body = strings.ReplaceAll(body, "\r\n", "\n")
		case 5:
			contentType = "multipart/form-data; boundary=" + strings.Repeat("b", r.IntN(300))
		case 6:
			contentType = `multipart/form-data; boundary="` + boundary + `"; boundary=other`
		case 7:
			body = strings.Replace(body, `filename="a.png"`, "filename*=UTF-8''%ff%00%2e%2e%2f", 1)
		case 8:
			body = strings.Replace(body, "form-data", pick(r, "attachment", "form-data; name", "", "form-data;;;"), 1+r.IntN(2))
		case 9:
			body = strings.Replace(body, "text/html", "multipart/mixed; boundary="+boundary, 1)
		case 10:
			body = strings.Replace(body, "--"+boundary, pick(r, "-"+boundary, "--"+boundary+" \t", "--"+boundary+"--"), 1+r.IntN(3))
		case 11:
			body += strings.Repeat(body, r.IntN(60))
		case 12:
			body = strings.Replace(body, `name="title"`, `name="`+pick(r, "title\x00", "", "\xff", "a.b", strings.Repeat("n", 5000))+`"`, 1)
		case 13:
			contentType = pick(r, jsonType, "multipart/form-data", "multipart/form-data; boundary", "multipart/form-data; boundary=\"", "text/plain")
		}
	}
	return contentType, body
}

func pick(r *rand.Rand, choices ...string) string { return choices[r.IntN(len(choices))] }

// TestHostileUploads answers a thousand broken forms clearly, keeps nothing of them, and serves on.
func TestHostileUploads(t *testing.T) {
	url := start(t, rt.WithLogWriter(io.Discard)) + "/upload"
	r := rand.New(rand.NewPCG(16, 1))
	before := heap()
	seen := map[int]int{}
	for i := range 1000 {
		contentType, body := hostileBody(r)
		status, answer := send(t, http.MethodPost, url, contentType, body)
		seen[status]++
		if status != 200 && status != 400 && status != 413 && status != 415 || status != 200 && !strings.Contains(answer, `"detail":"`) {
			t.Fatalf("%d: %s\n%q\nanswered %d %s", i, contentType, body[:min(len(body), 500)], status, answer)
		}
	}
	for _, status := range []int{200, 400, 413, 415} {
		if seen[status] < 10 {
			t.Errorf("%d were answered %d: the bodies are not as hostile as they should be", seen[status], status)
		}
	}
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("%d bytes of memory are still taken", grown)
	}
	if status, answer := send(t, http.MethodPost, url, partsType, file("photo", "a.png", png)+text("title", "t")+end); status != 200 {
		t.Errorf("a good one is answered %d %s", status, answer)
	}
	slog.New(slog.NewTextHandler(t.Output(), nil)).Info("answered", "by status", fmt.Sprint(seen))
}

// heap is how much memory is taken, in bytes.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what a pool held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
