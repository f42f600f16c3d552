package attacks_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	admin "github.com/flowc-dev/flowc/golden/apps/admin/flows"
	notify "github.com/flowc-dev/flowc/golden/apps/notify/flows"
	orders "github.com/flowc-dev/flowc/golden/apps/orders/flows"
	organizations "github.com/flowc-dev/flowc/golden/apps/organizations/flows"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// peoplesKey signs the tokens of people.
const peoplesKey = "what signs the tokens of people, long enough for HS256"

// as is the token of somebody, whose name is JSON.
func as(name string) string {
	return bearer(jwttest.Forge(`{"alg":"HS256","typ":"JWT"}`, `{"sub":"`+name+`","exp":4000000000}`, jwttest.UnderHMAC(peoplesKey)))
}

// numbers are texts that are no id, and may pass for one.
var numbers = []string{"9223372036854775808", "-9223372036854775809", "1e0", "1.0", "%201", "1%20", "%00", "1%00", "%D9%A1", "0x1", "1_0", "NaN", "1;", "1%2f2", "1%27", "%ff", strings.Repeat("1", 5000)}

// TestWireOrders places and reads orders with times, numbers, names and ids at the edges of what is one, and beyond.
func TestWireOrders(t *testing.T) {
	s := serve(t, orders.New, kept(t, "orders", map[string]string{"JWT_SECRET": peoplesKey}))
	ada := as("ada")
	var list hostiles
	placed := 0
	order := func(status int, more string) {
		body := fmt.Sprintf(`{"number":"n%d","items":[{"sku":"lamp","quantity":1}]%s}`, len(list), more)
		if strings.HasPrefix(more, "{") {
			body = more
		}
		if list.add(more, with("POST /orders", jsonType, body, ada), status); status == http.StatusCreated {
			placed++
		}
	}
	for _, at := range []string{"9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59Z", "4713-01-01T00:00:00Z", "2090-12-31T23:59:59.123456789123Z"} {
		order(http.StatusCreated, `,"deliver_by":"`+at+`"`)
	}
	for _, at := range []string{"0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"} {
		order(http.StatusUnprocessableEntity, `,"deliver_by":"`+at+`"`)
	}
	wrong := []string{"9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "2090-02-30T00:00:00Z", "2090-12-31T23:59:60Z", "2090-12-31T24:00:00Z", "2090-12-31 23:59:59Z", "2090-12-31", "infinity", "now", "1e400", `\u0000`}
	for _, at := range wrong {
		order(http.StatusBadRequest, `,"deliver_by":"`+at+`"`)
		list.add("since "+at, of("GET /orders?since="+url.QueryEscape(at), ada), http.StatusBadRequest)
	}
	for _, body := range []string{
		`{"number":"\u0000","items":[{"sku":"lamp","quantity":1}]}`, `{"number":"a","note":"\u0000","items":[{"sku":"lamp","quantity":1}]}`, `{"number":"b","items":[{"sku":"lamp","quantity":1e3}]}`, `{"number":"c","items":[{"sku":"lamp","quantity":1.0}]}`,
		`{"number":"d","items":[{"sku":"lamp","quantity":1,"quantity":2}]}`, `{"number":"e","items":[null]}`, `{"number":"f","items":[[]]}`, `{"number":"g","items":{}}`, `{"number":"` + strings.Repeat("é", 41) + `","items":[{"sku":"lamp","quantity":1}]}`,
	} {
		order(http.StatusBadRequest, body)
	}
	for _, body := range []string{
		`{"number":"h","items":[]}`, `{"number":"i","items":[{"sku":"LAMP","quantity":1}]}`, `{"number":"j","items":[{"sku":"lamp","quantity":9223372036854775807}]}`, `{"number":"k","items":[{"sku":"lamp","quantity":-0}]}`, `{"number":"l","items":[{"sku":"lamp\"}]","quantity":1}]}`,
		`{"number":"m","items":[{"sku":"1e5","quantity":1}]}`,
	} {
		order(http.StatusUnprocessableEntity, body)
	}
	for _, body := range []string{`{"number":"1e999","items":[{"sku":"lamp","quantity":1}]}`, `{"number":" ","note":"\r\nSet-Cookie: x=y","items":[{"sku":"lamp","quantity":1}]}`} {
		order(http.StatusCreated, body)
	}
	for _, id := range numbers {
		list.add("order "+id, of("GET /orders/"+id, ada), http.StatusBadRequest)
		list.add("cancel "+id, of("POST /orders/"+id+"/cancellation", ada), http.StatusBadRequest)
	}
	for _, name := range []string{"ADA", "ada ", "' OR 1=1 --", "eve"} { // whose order it is not
		list.add("as "+name, of("GET /orders/1", as(name)), http.StatusNotFound)
		list.add("cancel as "+name, of("POST /orders/1/cancellation", as(name)), http.StatusNotFound)
	}
	list.add("as NUL", of("GET /orders/1", as(`ada\u0000`)), http.StatusBadRequest)
	for i := range placed {
		list.add("what is kept", of(fmt.Sprintf("GET /orders/%d", i+1), ada), http.StatusOK, http.StatusNotFound) // a refused one may have had its number
	}
	list.add("all of them", of("GET /orders", ada), http.StatusOK)
	s.goOn(t, list, peoplesKey)
	if n := s.rows(t, "SELECT id FROM orders WHERE cancelled_at IS NULL"); n != placed {
		t.Errorf("%d orders are kept, want %d", n, placed)
	}
}

// TestWireOrganizations takes in, shows and removes members with names that are none, in organizations of others.
func TestWireOrganizations(t *testing.T) {
	s := serve(t, organizations.New, kept(t, "organizations", map[string]string{"JWT_SECRET": peoplesKey}))
	ada, eve := as("ada"), as("eve")
	list := hostiles{}
	list.add("found", with("POST /organizations", jsonType, `{"name":"a\r\nLocation: https://evil.example"}`, ada), http.StatusCreated)
	for _, name := range []string{`"\u0000"`, `""`, `"` + strings.Repeat("é", 101) + `"`, `"\ud800"`, `["x"]`, `null`} {
		list.add("found "+name, with("POST /organizations", jsonType, `{"name":`+name+`}`, eve), http.StatusBadRequest)
	}
	for _, body := range []string{`{"person":"\u0000","role":"member"}`, `{"person":"x","role":"admin "}`, `{"person":"x","role":"admin member"}`, `{"person":"x","role":["admin"]}`, `{"person":"x","role":"admin","role":"member"}`, `{"person":null,"role":"member"}`} {
		list.add("member "+body, with("POST /organizations/1/members", jsonType, body, ada), http.StatusBadRequest)
	}
	for _, body := range []string{`{"person":"eve","role":"admin"}`, `{"person":"eve","role":"admin","id":1,"me":{"role":"admin"}}`} {
		list.add("by who is none", with("POST /organizations/1/members?id=1", jsonType, body, eve), http.StatusNotFound)
	}
	for _, id := range numbers {
		list.add("members of "+id, of("GET /organizations/"+id+"/members", eve), http.StatusBadRequest)
		list.add("leave "+id, of("DELETE /organizations/"+id+"/members/ada", eve), http.StatusBadRequest)
	}
	for _, person := range []string{"ada", "%61da", "ada%20", "..%2fada", "%2561da", "%2e%2e", "*", "%25"} {
		list.add("remove "+person, of("DELETE /organizations/1/members/"+person, eve), http.StatusNotFound)
	}
	list.add("remove NUL", of("DELETE /organizations/1/members/ada%00", ada), http.StatusBadRequest)
	list.add("the last one", of("DELETE /organizations/1/members/%61da", ada), http.StatusConflict)
	s.goOn(t, list, peoplesKey)
	if n := s.rows(t, "SELECT person FROM members"); n != 1 {
		t.Errorf("%d are members", n)
	}
}

// TestWireAdmin shows credentials in every way but the right one, and gives names and addresses that are none.
func TestWireAdmin(t *testing.T) {
	const key, word = "shop-shop-shop-shop-shop-shop-32", "correct horse battery"
	hash, err := bcrypt.GenerateFromPassword([]byte(word), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, admin.New, kept(t, "admin", map[string]string{"API_KEYS": "shop:" + key, "BASIC_AUTH_USERS": "ada:" + string(hash) + "\ngrace:" + string(hash)}))
	by := "X-API-Key: " + key
	basic := func(text string) string {
		return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(text))
	}
	ada := basic("ada:" + word)
	var list hostiles
	list.add("an admin", with("PUT /staff/ada", jsonType, `{"role":"admin"}`, by), http.StatusOK)
	list.add("a customer", with("POST /customers", jsonType, `{"email":"a@b.example"}`, by), http.StatusCreated)
	for _, login := range []string{"%00", "grace%00", "%ff", "a%c0%af"} {
		list.add("role of "+login, with("PUT /staff/"+login, jsonType, `{"role":"support"}`, by), http.StatusBadRequest)
	}
	for _, role := range []string{`"ADMIN"`, `"admin "`, `["admin"]`, `"admin support"`, `""`, `null`, `"admin\u0000"`, `{"":"admin"}`} {
		list.add("the role "+role, with("PUT /staff/grace", jsonType, `{"role":`+role+`}`, by), http.StatusBadRequest)
	}
	for _, address := range []string{
		`a@b.example\u0000`, `a\r\nb@c.example`, `a@[127.0.0.1]`, `a@b`, `a@b.example,c@d.example`, `<a@b.example>`, `a@b.example `, `a@b..example`, `\"a b\"@c.example`, `\"a@b.example,x\"@c.example`, `a\u200bc@b.example`, `\u202ea@b.example`, `(c)a@b.example`, `a@b.example(c)`,
		`\"a\\\r\n\"@b.example`, strings.Repeat("a", 300) + `@b.example`, `A@b.example\ufeff`,
	} {
		list.add("the address "+address, with("POST /customers", jsonType, `{"email":"`+address+`"}`, by), http.StatusBadRequest)
	}
	list.add("another spelling", with("POST /customers", jsonType, `{"email":"A@B.example"}`, by), http.StatusConflict)
	for _, lines := range [][]string{
		{basic("ada:wrong")}, {basic("ada:")}, {basic("ada")}, {basic(":" + word)}, {basic("ADA:" + word)}, {basic("ada:" + word + "\x00")}, {basic("ada\x00:" + word)}, {basic("ada:" + word + ":x")}, {basic("a:ada:" + word)}, {ada, ada}, {ada + "="}, {ada + " x"}, {"Authorization: Basic"}, {"Authorization: Basic \xff"},
		{"Authorization: Basic " + strings.Repeat("A", 20000)}, {basic("ada:" + strings.Repeat("x", 10000))}, {basic("mallory:" + word)}, {"Proxy-" + ada}, {basic("\xff\xfe:x")}, {by}, {"Authorization: Basic\t" + strings.TrimPrefix(ada, "Authorization: Basic ")}, {"Authorization: Digest username=\"ada\""}, {strings.Replace(ada, "Authorization", "Authorization_", 1)},
	} {
		list.add("suspend by "+first(lines), of("POST /customers/1/suspension", lines...), http.StatusUnauthorized)
	}
	list.add("suspend by another", of("POST /customers/1/suspension", basic("grace:"+word)), http.StatusForbidden)
	for _, id := range numbers {
		list.add("suspend "+id, of("POST /customers/"+id+"/suspension", ada), http.StatusBadRequest)
	}
	for _, query := range []string{"?sort=email%20DESC--&limit=-1&offset=x", "?%00", "?limit=1%29%20UNION%20SELECT"} {
		list.add("sorted"+query, of("GET /customers"+query, ada), http.StatusOK)
	}
	list.add("sorted?order=id;drop", of("GET /customers?order=id;drop", ada), http.StatusBadRequest) // a page is read of the query
	s.goOn(t, list, key, word, string(hash))
	if n := s.rows(t, "SELECT email FROM customers WHERE NOT suspended UNION SELECT login FROM staff"); n != 2 {
		t.Errorf("%d customers and people of the staff are kept", n)
	}
}

// TestWireNotify orders what is none: nothing of it is kept, and the warehouse hears nothing.
func TestWireNotify(t *testing.T) {
	const key = "what the warehouse knows the shop by"
	s := serve(t, notify.New, kept(t, "notify", map[string]string{"WAREHOUSE_URL": "http://127.0.0.1:1", "WAREHOUSE_KEY": key}))
	var list hostiles
	for _, body := range []string{`{"item":"\u0000","quantity":1}`, `{"item":"x","quantity":1e18}`, `{"item":"x","quantity":9223372036854775808}`, `{"item":"x","quantity":"1"}`, `{"item":"x","quantity":null}`, `{"item":"","quantity":1}`, `{"item":"x","quantity":0}`, `{"item":"x","quantity":true}`} {
		list.add(body, with("POST /orders", jsonType, body), http.StatusBadRequest)
	}
	for _, body := range []string{"item=%00&quantity=1", "item=x&quantity=+1", "item=x&quantity=1e3", "item=x&quantity=1&quantity=2", "item=x&quantity=0x1", "item=x;quantity=1", "item=%ff&quantity=1", "item=x&quantity=%D9%A1", strings.Repeat("a=b&", 100000) + "item=x&quantity=1"} {
		list.add(body, with("POST /orders", "application/x-www-form-urlencoded", body), http.StatusBadRequest)
	}
	s.goOn(t, list, key)
	if n := s.rows(t, "SELECT id FROM orders"); n != 0 {
		t.Errorf("%d orders are kept", n)
	}
}
