package runtime

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// minMasked is how many bytes a value needs to be masked by value. Shorter ones would mask half of every log line, and
// are masked by label alone.
const minMasked = 8

// secretsIn returns what must not be read in a log of an environment value: of a connection URL its password, of a
// text of several lines each line, else the value itself.
func secretsIn(value string) []string {
	if u, err := url.Parse(value); err == nil && u.Scheme != "" && (u.Host != "" || u.Opaque != "" && !longOpaque(u)) {
		return secretsInURL(value, u)
	}
	secrets := []string{value}
	if strings.Contains(value, "\n") {
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "-----") {
				secrets = append(secrets, line)
			}
		}
	}
	return secrets
}

// longOpaque tells name:key pairs, which parse as opaque URLs, from sqlite:flows.db.
func longOpaque(u *url.URL) bool { return u.Scheme != "sqlite" && u.Scheme != "memory" }

// secretsInURL returns the password of u, in its user part or its query. A web address without a user may hold its
// secret in the path, as incoming-webhook addresses do, and is then secret as a whole.
func secretsInURL(value string, u *url.URL) []string {
	var secrets []string
	web := u.Scheme == "http" || u.Scheme == "https"
	if password, ok := u.User.Password(); ok {
		written, _, _ := strings.Cut(strings.TrimPrefix(value, u.Scheme+"://"), "@")
		secrets = append(secrets, password, written, written[strings.Index(written, ":")+1:])
	} else if web && u.User != nil {
		secrets = append(secrets, u.User.Username())
	}
	if password := u.Query().Get("password"); password != "" {
		secrets = append(secrets, password)
	}
	if web && u.User == nil && (len(u.Path) > 1 || u.RawQuery != "") {
		secrets = append(secrets, value)
	}
	return secrets
}

// maskedForms returns every way in which a log line may hold value: as it is, escaped for URLs, JSON and Go, in hex,
// and inside base64. Each has at least minMasked bytes; forms may repeat.
func maskedForms(value string) []string {
	forms := []string{value, strings.ToLower(hex.EncodeToString([]byte(value))), strings.ToUpper(hex.EncodeToString([]byte(value)))}
	for _, escaped := range []string{url.QueryEscape(value), url.PathEscape(value)} {
		if escaped != value {
			forms = append(forms, escaped, lowerPercent(escaped))
		}
	}
	for _, quoted := range []string{strconv.Quote(value), strconv.QuoteToASCII(value), jsonQuote(value), jsonQuoteHTML(value)} {
		if inner := unquoted(quoted); inner != value {
			// JSON text inside of JSON text, or in a record, is quoted once more each time.
			again := unquoted(strconv.Quote(inner))
			forms = append(forms, inner, again, unquoted(strconv.Quote(again)))
		}
	}
	return append(forms, insideBase64(value)...)
}

func unquoted(s string) string { return s[1 : len(s)-1] }

// lowerPercent writes %2F as %2f, which is the same to a reader.
func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}

func jsonQuote(s string) string {
	quoted, err := jsontext.AppendQuote(nil, s)
	if err != nil { // not UTF-8: it can't be in JSON as it is
		return strconv.Quote(s)
	}
	return string(quoted)
}

// jsonQuoteHTML quotes as encoders do that escape for HTML.
func jsonQuoteHTML(s string) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(jsonQuote(s))
}

// insideBase64 returns the characters that value certainly has inside any base64 text that contains it, as the value
// of a Basic Authorization header does: for each of the three alignments, without the characters shared with what
// stands before and after.
func insideBase64(value string) []string {
	var forms []string
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			text := enc.EncodeToString(append(make([]byte, before), value...))
			first := (before*8 + 5) / 6
			last := (before + len(value)) * 8 / 6
			forms = append(forms, text[first:last])
		}
	}
	return forms
}
