package main

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// garden knows the canaries that are planted, and where.
type garden struct {
	channels map[string]string // by the part of a canary that all its forms hold in full
}

// core is how long that part is: enough that nothing else can look like it.
const core = 16

// plant returns a new canary of letters, digits and what headers, cookies and URLs take as it is.
func (g *garden) plant(channel string) string { return g.known(channel, "cn-"+rand.Text()[:core]) }

// plantRich returns one with what each encoding escapes.
func (g *garden) plantRich(channel string) string {
	return g.known(channel, "cn\"<&é\\\n +"+rand.Text()[:core])
}

// known plants a value that something else has made: its end is what counts.
func (g *garden) known(channel, value string) string {
	g.channels[value[len(value)-core:]] = channel
	return value
}

// forms are the ways in which a log may hold a text. Each shows all of it but for a character or two.
func forms(text string) []string {
	found := []string{
		text[:core-6], text[6:], // not even a part of it
		hex.EncodeToString([]byte(text)), strings.ToUpper(hex.EncodeToString([]byte(text))),
		strings.Trim(fmt.Sprint([]byte(text)), "[]"),
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), text...))
			found = append(found, encoded[4:len(encoded)-3])
		}
	}
	return found
}

// search names the channels of the canaries that are in a log. It shows neither them nor the log, which CI keeps.
func (g *garden) search(t *testing.T, log string) {
	t.Helper()
	for _, text := range slices.Sorted(maps.Keys(g.channels)) {
		for i, form := range forms(text) {
			if strings.Contains(log, form) {
				t.Errorf("%s is in the log, in form %d", g.channels[text], i)
				break
			}
		}
	}
}
