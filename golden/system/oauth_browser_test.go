package system_test

import (
	"crypto/tls"
	"crypto/x509"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// browser does what a person does with one: it keeps cookies, follows redirects and sends forms.
type browser struct {
	t       *testing.T
	http    *http.Client
	visited []string // every URL, in order
}

// page is what a browser shows.
type page struct {
	url    *url.URL
	status int
	header http.Header
	body   string
}

func newBrowser(t *testing.T, trusted *x509.Certificate) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(trusted)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	t.Cleanup(transport.CloseIdleConnections)
	return &browser{t: t, http: &http.Client{
		Jar: jar, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// open opens an address and follows redirects, up to one to a URL that stop accepts, which it returns unvisited.
func (b *browser) open(address string, stop func(*url.URL) bool) page {
	b.t.Helper()
	return b.follow(b.request(http.MethodGet, address, nil), stop)
}

func (b *browser) follow(p page, stop func(*url.URL) bool) page {
	b.t.Helper()
	for range 20 {
		location := p.header.Get("Location")
		if p.status < 300 || p.status > 399 || location == "" {
			return p
		}
		next, err := p.url.Parse(location)
		if err != nil {
			b.t.Fatal(err)
		}
		if stop != nil && stop(next) {
			return page{url: next}
		}
		p = b.request(http.MethodGet, next.String(), nil)
	}
	b.t.Fatal("redirected too often")
	return page{}
}

func (b *browser) request(method, address string, form url.Values) page {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	b.visited = append(b.visited, address)
	answer, err := b.http.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return page{url: request.URL, status: answer.StatusCode, header: answer.Header, body: string(body)}
}

var (
	formTag  = regexp.MustCompile(`(?s)<form[^>]*\baction="([^"]*)"[^>]*>(.*?)</form>`)
	inputTag = regexp.MustCompile(`<input[^>]*>`)
	nameOf   = regexp.MustCompile(`\bname="([^"]*)"`)
	valueOf  = regexp.MustCompile(`\bvalue="([^"]*)"`)
)

// submit fills in the first form of a page, sends it, and follows redirects.
func (b *browser) submit(p page, fill map[string]string, stop func(*url.URL) bool) page {
	b.t.Helper()
	form := formTag.FindStringSubmatch(p.body)
	if form == nil {
		b.t.Fatalf("the page at %s has no form: status %d", p.url.Path, p.status)
	}
	action, err := p.url.Parse(html.UnescapeString(form[1]))
	if err != nil {
		b.t.Fatal(err)
	}
	values := url.Values{}
	for _, input := range inputTag.FindAllString(form[2], -1) {
		if name := nameOf.FindStringSubmatch(input); name != nil {
			value := append(valueOf.FindStringSubmatch(input), "", "")[1]
			values.Set(name[1], html.UnescapeString(value))
		}
	}
	for name, value := range fill {
		values.Set(name, value)
	}
	return b.follow(b.request(http.MethodPost, action.String(), values), stop)
}

// logIn goes through the provider's pages, from a login page on.
func (b *browser) logIn(p page, user string, stop func(*url.URL) bool) page {
	b.t.Helper()
	p = b.submit(p, map[string]string{"login": user, "password": "any"}, stop)
	if p.status == http.StatusOK && strings.Contains(p.body, "<form") {
		p = b.submit(p, nil, stop) // consent
	}
	return p
}
