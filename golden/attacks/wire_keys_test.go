package attacks_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/ratelimit/flows"
	shortener "github.com/flowc-dev/flowc/golden/apps/shortener/flows"
)

// forwarded are the headers by which a caller says that it is another one, in every form of a list and of an address.
func forwarded() []string {
	list := []string{"X-Forwarded-For:", "X-Forwarded-For: ,", "X-Forwarded-For: , , ,", "X-Forwarded-For: \t"}
	for _, address := range []string{
		"203.0.113.9", "203.0.113.9, 198.51.100.7", "127.0.0.1", "localhost", "unknown", "_hidden", "::1", "::ffff:203.0.113.9", "2001:db8::9", "[2001:db8::9]", "[2001:db8::9]:443", "203.0.113.9:443",
		"fe80::1%eth0", "0xCB.0.0x71.9", "3405803785", "203.0.113.009", "203.0.113", "203.0.113.9/24", "1.2.3.4,,", "1.2.3.4 5.6.7.8", "1.2.3.4;5.6.7.8", `"1.2.3.4"`, "' OR 1=1", strings.Repeat("1.2.3.4, ", 900) + "5.6.7.8",
	} {
		list = append(list, "X-Forwarded-For: "+address)
	}
	for _, name := range []string{"Forwarded: for=", "X-Real-IP: ", "True-Client-IP: ", "CF-Connecting-IP: ", "X-Client-IP: ", "X-Cluster-Client-IP: ", "Fastly-Client-IP: ", "X-Originating-IP: ", "X-Remote-Addr: ", "Via: 1.1 ", "X_Forwarded_For: "} {
		list = append(list, name+"203.0.113.9")
	}
	return list
}

// TestWireForwarded has one caller say that it is others: its limit stays one, without a proxy that is believed.
func TestWireForwarded(t *testing.T) {
	s := serve(t, flows.New, nil)
	for range 10 {
		if status := s.status(t, of("GET /quote")); status != http.StatusOK {
			t.Fatalf("within the limit: answered %d", status)
		}
	}
	var list []hostile
	for i, line := range forwarded() {
		list = append(list, hostile{fmt.Sprint(i), of("GET /quote", line), []int{http.StatusTooManyRequests}})
		list = append(list, hostile{fmt.Sprint(i, " twice"), of("GET /quote", line, "X-Forwarded-For: 192.0.2."+fmt.Sprint(i)), []int{http.StatusTooManyRequests}})
	}
	s.suffer(t, list)
}

// TestWireForwardedByProxy is the same caller behind a proxy that is believed, which adds its address to what the caller has written.
func TestWireForwardedByProxy(t *testing.T) {
	s := serve(t, flows.New, map[string]string{"TRUSTED_PROXIES": "127.0.0.1"})
	behind := func(line string) string {
		if list, found := strings.CutPrefix(line, "X-Forwarded-For:"); found {
			return of("GET /quote", "X-Forwarded-For:"+list+", 198.51.100.77")
		}
		return of("GET /quote", line, "X-Forwarded-For: 198.51.100.77")
	}
	for range 10 {
		if status := s.status(t, behind("X-Forwarded-For: 10.0.0.1")); status != http.StatusOK {
			t.Fatalf("within the limit: answered %d", status)
		}
	}
	var list []hostile
	for i, line := range forwarded() {
		list = append(list, hostile{fmt.Sprint(i), behind(line), []int{http.StatusTooManyRequests}})
		list = append(list, hostile{fmt.Sprint(i, " in two"), of("GET /quote", line, "X-Forwarded-For: 198.51.100.77"), []int{http.StatusTooManyRequests}})
	}
	s.suffer(t, list)
}

// TestWireKeys shows keys in every way but the one, and stores addresses that lead a browser to where no link may.
func TestWireKeys(t *testing.T) {
	const key = "ada-ada-ada-ada-ada-ada-ada-ada-"
	s := serve(t, shortener.New, map[string]string{"API_KEYS": "ada:" + key})
	var list []hostile
	for i, lines := range [][]string{
		{"X-API-Key: "}, {"X-API-Key: " + strings.ToUpper(key)}, {"X-API-Key: " + key + "x"}, {"X-API-Key: " + key[1:]}, {"X-API-Key: ada:" + key}, {"X-API-Key: ada"}, {"X-API-Key: " + key + ", " + key}, {"X-API-Key: x", "X-API-Key: " + key},
		{"X-API-Key: " + key, "X-API-Key: x"}, {"X-API-Key: \"" + key + "\""}, {"X-API-Key: Bearer " + key}, {"X_API_Key: " + key}, {"X-Api-Key2: " + key}, {"Authorization: Bearer " + key}, {"Cookie: X-API-Key=" + key}, {"X-API-Key: " + strings.Repeat(key, 500)},
		{"X-API-Key: sha256:" + strings.Repeat("0", 64)}, {"X-API-Key: %61da" + key[3:]}, {"X-API-Key: é"},
	} {
		list = append(list, hostile{fmt.Sprint("key ", i), of("GET /links", lines...), []int{http.StatusUnauthorized}})
	}
	for i, to := range []string{
		"javascript:alert(1)", "data:text/html,x", "//evil.invalid", `/\\evil.invalid`, "", "x", "https://a\\r\\nSet-Cookie: x=y", "https://a\\u0000b", "ftp://evil.invalid", "file:///etc/passwd", "https://", "HTTPS:evil.invalid", " javascript:alert(1)", "java\\tscript:alert(1)", "vbscript:x",
	} {
		list = append(list, hostile{fmt.Sprint("address ", i), with("POST /links", jsonType, `{"url":"`+to+`"}`, "X-API-Key: "+key), []int{http.StatusBadRequest}})
	}
	for i, code := range []string{"%00", "..%2f..", "x%0d%0aLocation:%20https:%2f%2fevil.invalid", "%27%20OR%201=1", "x", strings.Repeat("x", 5000), "%ff", "*", "{code}"} {
		list = append(list, hostile{fmt.Sprint("code ", i), of("GET /to/" + code), []int{http.StatusBadRequest, http.StatusNotFound}})
	}
	s.suffer(t, list, key)
}
