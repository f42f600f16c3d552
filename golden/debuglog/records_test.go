package debuglog_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecordsAreAsDocumented runs the execution that the runtime's reference shows the records of.
func TestRecordsAreAsDocumented(t *testing.T) {
	document, err := os.ReadFile("../testdata/records.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(document), "```json\n")
	want, _, _ := strings.Cut(after, "```")
	s := start(t, newGarden(), nil)
	s.do(t, 202, "POST", "/debug/orders", object{"item": "lamp"})
	s.stop()
	if diff := cmp.Diff(want, documented(s)); diff != "" {
		t.Errorf("the records are not those of golden/testdata/records.md (-documented +written):\n%s", diff)
	}
}

// documented is the log of an execution with what differs from run to run as the reference has it.
func documented(s *server) string {
	var b strings.Builder
	for line := range strings.Lines(s.log.String()) {
		if !strings.Contains(line, `"workflow":"order"`) {
			continue
		}
		for _, c := range []struct{ pattern, text string }{
			{`"time":"[^"]*"`, `"time":"2030-01-31T12:00:00Z"`}, {`"id":"[^"]*"`, `"id":"…"`}, {`"duration":\d+`, `"duration":51000`},
			{`"Date":\["[^"]*"\]`, `"Date":["…"]`},
			{regexp.QuoteMeta(s.service), "http://127.0.0.1:9000"},
		} {
			line = regexp.MustCompile(c.pattern).ReplaceAllLiteralString(line, c.text)
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestShortLabelledParameters wants a labelled parameter out of the log however short it is.
func TestShortLabelledParameters(t *testing.T) {
	s := start(t, newGarden(), nil)
	s.do(t, 201, "POST", "/debug/signup", object{"name": "ada", "password": "correct horse battery", "api_token": "q7z", "pin": "1", "extra": object{}})
	for _, r := range s.left(t) {
		if r.Node == "row" && (!strings.Contains(string(r.Inputs), "ada") || strings.Contains(string(r.Inputs), "q7z")) {
			t.Errorf("the parameters are shown as %s", r.Inputs)
		}
	}
	if strings.Contains(s.log.String(), "q7z") {
		t.Error("the log holds the token")
	}
}
