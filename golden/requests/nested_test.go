package requests_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestNested holds what is inside of objects and lists to what is declared of it, at any depth.
func TestNested(t *testing.T) {
	url := start(t) + "/nested"
	const buyer, items = `"buyer":{"email":"a@b.example"}`, `"items":[{"sku":"a1","qty":1,"notes":[]}]`
	deep := `"buyer":{"email":"a@b.example","address":` + strings.Repeat(`{"city":`, 130) + `1` + strings.Repeat(`}`, 130) + `}`
	for _, test := range []struct {
		body   string
		status int
		want   string
	}{
		{`{` + buyer + `,` + items + `}`, 200,
			`{"address":null,"email":"a@b.example","event":null,"grid":null,"items":[{"notes":[],"qty":1,"sku":"a1"}],"sent":false,"tags":["none"]}`},
		{`{"buyer":{"email":"a@b.example","pass":"p","again":"p","address":{"city":"x","zip":"12345","more":[1]}},` + items +
			`,"tags":["a"],"grid":[[1],[]],"event":{"type":"t","kind":{"type":"a","description":"b"}}}`, 200,
			`{"address":{"city":"x","more":[1],"zip":"12345"},"email":"a@b.example","event":{"kind":{"description":"b","type":"a"},"type":"t"},"grid":[[1],[]],`},
		{`{"buyer":{"email":"a@b.example","address":{"city":"x"}},` + items + `}`, 200, `"address":{"city":"x","more":null,"zip":null}`},
		{`{"buyer":{"email":"nobody","address":{"zip":"1234"}},"items":[{"sku":"","qty":0},{"sku":"a b","qty":"x","notes":["123456"]}]}`, 400,
			`"errors":{"buyer.address.city":"is required","buyer.address.zip":"must have exactly 5 characters","buyer.email":"must be an e-mail address",` +
				`"items.0.notes":"is required","items.0.qty":"must be at least 1","items.0.sku":"must not be empty","items.1.notes.0":"must have at most 5 characters",` +
				`"items.1.qty":"must be an int","items.1.sku":"must consist of letters and digits"}`},
		{`{"buyer":{"email":"a@b.example","pass":"p","again":"q"},` + items + `}`, 400, `"errors":{"buyer.again":"must equal Pass"}`},
		{`{` + buyer + `,"items":[]}`, 400, `"errors":{"items":"must have at least 1 item"}`},
		{`{` + buyer + `,` + items + `,"tags":["a","B"],"grid":[[1],[2,10]]}`, 400, `"errors":{"grid.1.1":"must be less than 10","tags.1":"`},
		{`{` + buyer + `,` + items + `,"tags":[null]}`, 400, `"errors":{"tags.0":"must not be null"}`},
		{`{` + buyer + `,"items":[null]}`, 400, `"errors":{"items.0":"must not be null"}`},
		{`{"buyer":[],"items":{}}`, 400, `"errors":{"buyer":"must be an object","items":"must be a list"}`},
		{`{"buyer":{"email":"a@b.example","e-mail":1},` + items + `}`, 400, `"errors":{"buyer.e-mail":"is not known"}`},
		{`{"buyer":{"email":"a@b.example","email":"c"},` + items + `}`, 400, `a key twice`},
		{`{` + deep + `,` + items + `}`, 400, `nests deeper than 128`},
	} {
		status, answer := send(t, http.MethodPost, url, jsonType, test.body)
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%s\nanswered %d %s\nwant %d %s", test.body, status, answer, test.status, test.want)
		}
	}
}
