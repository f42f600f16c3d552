package runtime_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// wrap is a text over lines of some columns.
func wrap(text string, columns int, end string) string {
	var b strings.Builder
	for len(text) > columns {
		b.WriteString(text[:columns] + end)
		text = text[columns:]
	}
	return b.String() + text
}

// TestLogMasksWhatIsWrittenInParts writes a secret byte by byte and broken over lines, alone, in quotes and in quotes in quotes.
func TestLogMasksWhatIsWrittenInParts(t *testing.T) {
	const secret = "hunter2/\"é-and-more-of-it-than-fits-into-one-line-of-a-mail-or-a-block-of-PEM"
	before, after := strings.Repeat("what stands before it, ", 4), " and behind it: "+strings.Repeat("kept ", 20)
	inside := base64.StdEncoding.EncodeToString([]byte(before + secret + after))
	url := base64.URLEncoding.EncodeToString([]byte(before[:20] + secret))
	quoted := base64.StdEncoding.EncodeToString([]byte(before + strings.ReplaceAll(secret, `"`, `\"`) + after)) // found once it is decoded
	numbers := fmt.Sprint([]byte(secret))
	pairs := fmt.Sprintf("% x", secret)
	for name, test := range map[string]struct{ text, left string }{
		"%v":                   {numbers, "117 110 116 101"},
		"JSON":                 {strings.ReplaceAll(numbers, " ", ","), "117,110,116,101"},
		"JSON with spaces":     {strings.ReplaceAll(numbers, " ", ", "), "117, 110, 116, 101"},
		"%#v":                  {fmt.Sprintf("%#v", []byte(secret)), "0x75, 0x6e, 0x74, 0x65"},
		"% x":                  {pairs, "75 6e 74 65"},
		"hex with colons":      {strings.ToUpper(strings.ReplaceAll(pairs, " ", ":")), "75:6E:74:65"},
		"64 columns":           {wrap(inside, 64, "\n"), inside[128:160]},
		"76 columns":           {wrap(inside, 76, "\r\n"), inside[152:190]},
		"60 columns, indented": {wrap(inside, 60, "\n  "), inside[120:160]},
		"a letter before":      {"b" + wrap(quoted, 64, "\n"), quoted[128:160]},
		"two letters before":   {"bo" + wrap(quoted, 64, "\n"), quoted[128:160]},
		"three before":         {"bod" + wrap(quoted, 64, "\n"), quoted[128:160]},
		"URLs":                 {wrap(url, 64, "\n"), url[30:60]},
		"PEM":                  {"-----BEGIN X-----\n" + wrap(url, 64, "\n") + "\n-----END X-----", url[30:60]},
		"hex over lines":       {wrap(hex.EncodeToString([]byte(before+secret)), 60, "\n"), hex.EncodeToString([]byte(secret))[30:60]},
		"itself over lines":    {"see " + wrap(strings.Repeat("A", 50)+"this0is0a0token0of0letters0alone"+strings.Repeat("B", 50), 64, "\r\n"), "this0is0a0toke"},
	} {
		for _, beside := range []string{"little", strings.Repeat("x", 65<<10)} {
			for _, format := range []string{"json", "text"} {
				app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
				server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
					x.Saw(beside, secret, "this0is0a0token0of0letters0alone")
					return fmt.Errorf("first %s, last, or in quotes %q, and in others: %q", test.text, test.text, fmt.Sprintf("%q", test.text))
				})
				call(t, "GET", server.URL, "")
				server.Close()
				text := log.String()
				if left := strings.NewReplacer(`\`, "").Replace(text); strings.Contains(left, test.left) || !strings.Contains(text, ", last, or in quotes ") {
					t.Errorf("%s, in %s beside %d bytes: %s", name, format, len(beside), log)
				}
				if strings.Contains(name, "columns") && strings.Count(text, inside[:40]) != 3 {
					t.Errorf("%s, in %s: what is beside it is gone: %s", name, format, log)
				}
			}
		}
	}
}

// A list of numbers is one of JSON outside of quotes, too, and what else is in it stays.
func TestLogMasksBytesInArrays(t *testing.T) {
	const secret = "s3cret-bytes"
	app, log := openApp(t, map[string]string{"SECRET": secret})
	app.Setup().Secret("SECRET")
	app.Logger().Info("array", "v", [16]byte(append([]byte{7, 8}, (secret+"\t\n")...)), "n", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
	records := log.records(t, "array")
	if len(records) != 1 || fmt.Sprint(read(records[0])["v"]) != "[7 8 •••• 9 10]" ||
		!strings.HasPrefix(fmt.Sprint(read(records[0])["n"]), "[1 2 3 4") {
		t.Error(log)
	}
}

// What is no secret stays as it is, in however many parts.
func TestLogKeepsOtherParts(t *testing.T) {
	app, log := openApp(t, map[string]string{"SECRET": "s3cret-bytes"})
	app.Setup().Secret("SECRET")
	other := "at 10:15:46, 20:13:46, 104,117,110,116,101,114,50,33 and " + wrap(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("nothing of it "), 20)), 76, "\r\n")
	app.Logger().Info(other)
	if len(log.records(t, other)) != 1 {
		t.Error(log)
	}
}

// Encoders that know ASCII alone escape what UTF-16 has in two units twice.
func TestLogMasksTextInASCII(t *testing.T) {
	app, log := openApp(t, map[string]string{"SECRET": "k3y-🔑-é-k3y"})
	app.Setup().Secret("SECRET")
	app.Logger().Info(`{"key":"k3y-\ud83d\udd11-\u00e9-k3y"}`)
	if got := log.records(t, `{"key":"••••"}`); len(got) != 1 {
		t.Error(log)
	}
}
