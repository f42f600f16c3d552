package outbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/outbox"
)

func open(t *testing.T) *outbox.Outbox {
	t.Helper()
	o, err := outbox.Open(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

// post sends a body, and returns the answer.
func post(t *testing.T, url, body string) (status int, text string) {
	t.Helper()
	answer, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(read)
}

// TestCaught keeps what was sent to the address of a variable, answers as a person has said, and tells each call.
func TestCaught(t *testing.T) {
	t.Parallel()
	o := open(t)
	told := 0
	o.OnCall(func() { told++ })
	mail, chat := o.Address("MAIL_URL"), o.Address("CHAT_URL")
	if mail == chat || mail != o.Address("MAIL_URL") {
		t.Errorf("the addresses are %s and %s", mail, chat)
	}
	if status, text := post(t, mail, `{"to": ["a@b.c", {"email": "d@e.f"}], "subject": "S", "html": "<a href=\"http://x/?a=1&amp;b=2\">x</a> https://y/z."}`); status != 202 || text != "{}" {
		t.Errorf("a mail is answered %d %s", status, text)
	}
	if err := o.Answer("CHAT_URL", outbox.Answer{Status: 500, Body: `{"ok": false}`}); err != nil {
		t.Fatal(err)
	}
	if status, text := post(t, chat+"/hook/1?x=y", `{"text": "hi"}`); status != 500 || text != `{"ok": false}` {
		t.Errorf("a call is answered %d %s", status, text)
	}
	if status, _ := post(t, mail+"x", "{}"); status != http.StatusNotFound {
		t.Errorf("another address is answered %d", status)
	}
	calls := o.Calls()
	if len(calls) != 2 || told != 2 {
		t.Fatalf("%d calls are kept, %d were told", len(calls), told)
	}
	if c := calls[0]; c.Variable != "CHAT_URL" || c.Path != "/hook/1?x=y" || c.Body != `{"text": "hi"}` || c.Status != 500 || c.Mail != nil {
		t.Errorf("the call is %+v", c)
	}
	m := calls[1].Mail
	if m == nil || m.To != "a@b.c, d@e.f" || m.Subject != "S" || len(m.Links) != 2 || m.Links[0] != "http://x/?a=1&b=2" || m.Links[1] != "https://y/z" {
		t.Errorf("the mail is %+v", m)
	}
	if o.Clear(); len(o.Calls()) != 0 {
		t.Error("it is not cleared")
	}
}

// TestBounded keeps the last hundred, and no more of one than a quarter of a megabyte.
func TestBounded(t *testing.T) {
	t.Parallel()
	o := open(t)
	address := o.Address("MAIL_URL")
	for i := range 103 {
		post(t, fmt.Sprintf("%s/%d", address, i), "")
	}
	post(t, address, strings.Repeat("é", 200<<10))
	calls := o.Calls()
	if len(calls) != 100 || calls[99].Path != "/4" || !calls[0].Cut || len(calls[0].Body) > 256<<10 {
		t.Errorf("%d are kept, the oldest is %s, the last has %d bytes", len(calls), calls[len(calls)-1].Path, len(calls[0].Body))
	}
}

// TestCatches catches mails where nothing says where they go, and else what a person has chosen.
func TestCatches(t *testing.T) {
	t.Parallel()
	o := open(t)
	for variable, want := range map[string][2]bool{"MAIL_URL": {true, false}, "CHAT_URL": {false, false}} {
		if got := [2]bool{o.Catches(variable, false), o.Catches(variable, true)}; got != want {
			t.Errorf("%s is caught %v", variable, got)
		}
	}
	o.Choose("MAIL_URL", false)
	o.Choose("CHAT_URL", true)
	if o.Catches("MAIL_URL", false) || !o.Catches("CHAT_URL", true) {
		t.Error("the choice does not count")
	}
	for _, wrong := range []outbox.Answer{{99, "{}"}, {600, "{}"}, {200, "{"}, {200, ""}} {
		if err := o.Answer("MAIL_URL", wrong); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
	if got := o.AnswerOf("MAIL_URL"); got.Status != http.StatusAccepted {
		t.Errorf("it answers %+v", got)
	}
}
