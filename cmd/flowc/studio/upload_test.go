package studio_test

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	requests "github.com/flowc-dev/flowc/golden/requests/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// requestsEnv is what golden/requests needs.
var requestsEnv = map[string]string{
	"PUBLIC_ORDERS_URL": "http://127.0.0.1:1", "PUBLIC_TOKEN_URL": "http://127.0.0.1:1", "PUBLIC_ECHO_URL": "http://127.0.0.1:1",
	"CLIENT_SECRET": strings.Repeat("c", 32),
}

// TestAFileIsSent chooses a file for a field of a request: what is sent is that, byte for byte, with its name and type;
// taken away, it is a text again.
func TestAFileIsSent(t *testing.T) {
	t.Parallel()
	b := open(t, "../../../golden/requests/flows", requestsEnv, func(app *rt.App) (registrar, error) { return requests.New(app) })
	photo := "\x89PNG\r\n\x1a\n\x00\xff" + strings.Repeat("photo", 1000)
	file := filepath.Join(t.TempDir(), "<b>photo.png")
	write(t, file, photo)
	p := b.openPage()
	p.click(holding("button.route", "/upload"))
	p.wait("document.querySelector('[aria-label=\"file for photo\"]')")
	p.do(chromedp.SetUploadFiles("[aria-label=\"file for photo\"]", []string{file}))
	p.wait(holding(".chosen-file", "<b>photo.png") + "?.innerText.includes('image/png, 5 KiB')")
	p.picture("file")
	p.click(holding("button", "As curl"))
	p.wait(holding(".values pre", `-F 'photo=@"<b>photo.png"'`))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	sum := sha256.Sum256([]byte(photo))
	for _, want := range []string{`"name": "<b>photo.png"`, `"contentType": "image/png"`, hex.EncodeToString(sum[:])} {
		if said := is[string](p, "document.querySelector('.answer').innerText"); !strings.Contains(said, want) {
			t.Errorf("%s is not in %s", want, said)
		}
	}
	p.click("document.querySelector('[aria-label=\"take <b>photo.png away\"]')")
	p.wait("document.querySelector('[aria-label=\"file for photo\"]')")
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "hello.txt"))
}
