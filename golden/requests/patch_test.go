package requests_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestPatch tells what is absent from what is null, however it is sent.
func TestPatch(t *testing.T) {
	url := start(t) + "/profile"
	for _, test := range []struct {
		query, contentType, body string
		status                   int
		want                     string
	}{
		{"", jsonType, `{}`, 200, `{"age":null,"newsletter":true,"nickname":"Ada","notified":false}`},
		{"", jsonType, ``, 200, `{"age":null,"newsletter":true,"nickname":"Ada","notified":false}`},
		{"", jsonType, `{"nickname":null,"newsletter":null}`, 200, `{"age":null,"newsletter":null,"nickname":"nobody","notified":false}`},
		{"?notify=false", jsonType, `{"nickname":"","newsletter":false}`, 200, `{"age":null,"newsletter":false,"nickname":"","notified":false}`},
		{"?notify=true", jsonType, `{"nickname":"Bob"}`, 200, `{"age":null,"newsletter":true,"nickname":"Bob","notified":true}`},
		{"", formType, "nickname=&age=7", 200, `{"age":7,"newsletter":true,"nickname":"","notified":false}`},
		{"", jsonType, `{"Nickname":null,"nicknamePresent":true,"NicknamePresent":true,"-":true}`, 200, `"nickname":"Ada"`},
		{"", jsonType, `{"nickname":null,"nickname":"x"}`, 400, `a key twice`},
		{"", jsonType, `{"nickname":[null]}`, 400, `"nickname":"must be a string"`},
		{"", jsonType, `{"nickname":"123456789012345678901"}`, 400, `"nickname":`},
	} {
		status, answer := send(t, http.MethodPatch, url+test.query, test.contentType, test.body)
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%s %s\nanswered %d %s\nwant %d %s", test.query, test.body, status, answer, test.status, test.want)
		}
	}
}
