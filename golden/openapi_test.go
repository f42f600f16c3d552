package golden_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/openapi"
)

// openapiSchema is the official schema of OpenAPI 3.1 documents: https://spec.openapis.org/oas/3.1/schema/2026-08-03.
var openapiSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("testdata/openapi-3.1.json")
})

// description describes a folder, and wants the official schema and a reader of OpenAPI to accept it.
func description(t *testing.T, files fileSet) *openapi3.T {
	t.Helper()
	program, list := gen.Program(files.folder())
	if list.HasErrors() {
		t.Fatalf("diagnostics:\n%s", text(list))
	}
	document, err := openapi.Document("test", "", program)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := openapiSchema()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("the official schema refuses it: %v\n%s", err, document)
	}
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Errorf("it is not valid: %v\n%s", err, document)
	}
	return doc
}

// TestOpenAPIDocuments wants valid documents of all apps and of random workflows, which name no variable and no query.
func TestOpenAPIDocuments(t *testing.T) {
	apps, err := filepath.Glob("apps/*/flows")
	if err != nil || len(apps) == 0 {
		t.Fatalf("there is no app: %v", err)
	}
	for _, dir := range apps {
		doc := description(t, readFiles(t, dir))
		text, err := doc.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"env.", "JWT_SECRET", "SELECT", "INSERT"} {
			if strings.Contains(string(text), word) {
				t.Errorf("the description of %s says %q", dir, word)
			}
		}
	}
	for seed := range uint64(200) {
		if d := cleanWorkflow(*randomSeed + seed); d != nil {
			description(t, randomFiles(d))
		}
	}
}

// TestLimitsDescribed wants the headers that a rate limit gives to answers, which no Response sets.
func TestLimitsDescribed(t *testing.T) {
	responses := description(t, readFiles(t, "apps/ratelimit/flows")).Paths.Value("/quote").Get.Responses
	want := map[int][]string{200: {"RateLimit", "RateLimit-Policy"}, 429: {"RateLimit", "RateLimit-Policy", "Retry-After"}}
	for status, names := range want {
		got := slices.Sorted(maps.Keys(responses.Status(status).Value.Headers))
		if !slices.EqualFunc(got, names, strings.EqualFold) {
			t.Errorf("an answer %d has the headers %v, want %v", status, got, names)
		}
	}
}

// TestDownloadDescribed wants the header by which a browser saves an answer, which no responseHeaders names.
func TestDownloadDescribed(t *testing.T) {
	for path, want := range map[string][]string{"/raw": {"Content-Disposition"}, "/logo": {}} {
		responses := description(t, readFiles(t, "texts/flows")).Paths.Value(path).Post.Responses
		if got := slices.Collect(maps.Keys(responses.Status(http.StatusOK).Value.Headers)); !slices.Equal(got, want) {
			t.Errorf("an answer of %s has the headers %v, want %v", path, got, want)
		}
	}
}

// TestRequestsDescribed wants what callers send, and have to show, described as the program takes it.
func TestRequestsDescribed(t *testing.T) {
	doc := description(t, fileSet{"shop.flow.json": []byte(shopDocument)})
	post := doc.Paths.Value("/orders").Post
	if got := post.RequestBody.Value.Content; got["application/x-www-form-urlencoded"] == nil {
		t.Errorf("a list of texts can't be sent in a form: %v", slices.Sorted(maps.Keys(got)))
	}
	if post.Description != "Only where `role == 'admin'`." {
		t.Errorf("the description is %q", post.Description)
	}
	get := doc.Paths.Value("/orders").Get
	if get.Security == nil || len(*get.Security) > 0 {
		t.Errorf("what is public wants %v", get.Security)
	}
	if get.Description != "" {
		t.Errorf("the description is %q", get.Description)
	}
	empty := map[string]bool{}
	for _, p := range get.Parameters {
		empty[p.Value.Name] = p.Value.AllowEmptyValue
	}
	if want := map[string]bool{"page": true, "paid": true, "since": true, "q": false, "shop": false}; !maps.Equal(empty, want) {
		t.Errorf("empty may be %v, want %v", empty, want)
	}
}

// shopDocument takes a list in a body, and asks for a column of a row that a node has looked up.
const shopDocument = `{
  "version": 1, "id": "shopk3v8n2cyh6t3wqzx", "name": "shop",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/orders", "endpointFields": {"tags": {"type": ["string"], "required": true}}}},
    {"id": "auth", "type": "auth", "data": {"authClaims": {"role": "string"}}},
    {"id": "isAdmin", "type": "condition", "data": {"conditionExpression": "auth.role == 'admin'"}},
    {"id": "made", "type": "response", "data": {"responseStatus": 201, "responseBody": {"tags": "{{tags}}"}}},
    {"id": "no", "type": "response", "data": {"responseStatus": 403}},
    {"id": "unknown", "type": "response", "data": {"responseStatus": 401}},
    {"id": "list", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/orders", "endpointPublic": true, "endpointFields": {
      "page": {"type": "int"}, "paid": {"type": "bool"}, "since": {"type": "time"}, "q": {"type": "string"}, "shop": {"type": "int", "required": true}}}},
    {"id": "listed", "type": "response", "data": {"responseStatus": 200, "responseBody": {"page": "{{page}}", "paid": "{{paid}}", "since": "{{since}}", "q": "{{q}}", "shop": "{{shop}}"}}}
  ],
  "edges": [
    {"source": "in", "target": "auth"}, {"source": "auth", "sourceHandle": "valid", "target": "isAdmin"}, {"source": "auth", "sourceHandle": "invalid", "target": "unknown"},
    {"source": "isAdmin", "sourceHandle": "true", "target": "made"}, {"source": "isAdmin", "sourceHandle": "false", "target": "no"},
    {"source": "list", "target": "listed"}
  ]
}`

// TestLoginDescribed wants a login by browser to be no bearer token, and to take what the provider sends the browser back with.
func TestLoginDescribed(t *testing.T) {
	doc := description(t, readFiles(t, "apps/oauth/flows"))
	login := doc.Paths.Value("/login").Get
	if login.Security != nil && len(*login.Security) > 0 {
		t.Errorf("a login wants %v", *login.Security)
	}
	for _, name := range []string{"code", "state"} {
		if p := login.Parameters.GetByInAndName("query", name); p == nil || p.Required {
			t.Errorf("a login has the parameter %s: %v", name, p)
		}
	}
	if orders := doc.Paths.Value("/api/orders").Get; orders.Security == nil || orders.Parameters.GetByInAndName("query", "code") != nil {
		t.Errorf("what takes tokens wants %v", orders.Security)
	}
}

// TestPostedLoginDescribed wants the POST of a login whose provider posts its end, also where a Call runs the login.
func TestPostedLoginDescribed(t *testing.T) {
	doc := description(t, fileSet{"own.flow.json": []byte(postedLogin), "start.flow.json": []byte(callsLogin), "who.flow.json": []byte(calledLogin)})
	for _, path := range []string{"/own", "/called"} {
		post := doc.Paths.Value(path).Post
		if post == nil {
			t.Errorf("%s takes no POST", path)
			continue
		}
		form := post.RequestBody.Value.Content["application/x-www-form-urlencoded"].Schema.Value
		if got := slices.Sorted(maps.Keys(form.Properties)); !slices.Equal(got, []string{"code", "error", "state", "user"}) || post.Security != nil {
			t.Errorf("%s takes the form %v, and wants %v", path, got, post.Security)
		}
	}
}

const postedLogin = `{
  "version": 1, "id": "ownlogn3v8n2cyh6t3wqzx", "name": "own",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/own"}},
    {"id": "auth", "type": "auth", "data": {"authType": "oauth", "authProvider": "apple"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"sub": "{{auth.sub}}"}}},
    {"id": "go", "type": "response", "data": {"responseStatus": 303, "responseHeaders": {"Location": "{{auth.url}}"}}},
    {"id": "no", "type": "response", "data": {"responseStatus": 401}}
  ],
  "edges": [
    {"source": "in", "target": "auth"}, {"source": "auth", "sourceHandle": "valid", "target": "ok"},
    {"source": "auth", "sourceHandle": "login", "target": "go"}, {"source": "auth", "sourceHandle": "invalid", "target": "no"}
  ]
}`

const callsLogin = `{
  "version": 1, "id": "startloginv8n2cyh6t3wqzx", "name": "start",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/called"}},
    {"id": "who", "type": "call", "data": {"callWorkflow": "who"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"sub": "{{who.sub}}"}}},
    {"id": "go", "type": "response", "data": {"responseStatus": 303, "responseHeaders": {"Location": "{{who.url}}"}}},
    {"id": "no", "type": "response", "data": {"responseStatus": 401}}
  ],
  "edges": [
    {"source": "in", "target": "who"}, {"source": "who", "sourceHandle": "valid", "target": "ok"},
    {"source": "who", "sourceHandle": "login", "target": "go"}, {"source": "who", "sourceHandle": "invalid", "target": "no"}
  ]
}`

const calledLogin = `{
  "version": 1, "id": "whologinv8n2cyh6t3wqzx", "name": "who",
  "nodes": [
    {"id": "in", "type": "subflow", "data": {}},
    {"id": "auth", "type": "auth", "data": {"authType": "oauth", "authProvider": "apple"}},
    {"id": "ok", "type": "return", "data": {"returnOutput": "valid", "returnValues": {"sub": "{{auth.sub}}"}}},
    {"id": "go", "type": "return", "data": {"returnOutput": "login", "returnValues": {"url": "{{auth.url}}"}}},
    {"id": "no", "type": "return", "data": {"returnOutput": "invalid"}}
  ],
  "edges": [
    {"source": "in", "target": "auth"}, {"source": "auth", "sourceHandle": "valid", "target": "ok"},
    {"source": "auth", "sourceHandle": "login", "target": "go"}, {"source": "auth", "sourceHandle": "invalid", "target": "no"}
  ]
}`

// described checks answers against a description of their routes.
type described struct{ router routers.Router }

func newDescribed(t *testing.T, files fileSet) described {
	t.Helper()
	openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.RegisteredBodyDecoder("text/plain")) // a text to it
	router, err := legacy.NewRouter(description(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return described{router}
}

// check wants an answer to be one of those that the description of its route has. request has been sent.
func (d described) check(t *testing.T, request *http.Request, response *http.Response, body []byte) {
	t.Helper()
	if request.Method == http.MethodHead && response.StatusCode/100 != 5 {
		return // as GET, without a body
	}
	if err := d.refuses(request, response, body); err != nil {
		t.Errorf("%s %s: the answer %d is not as described: %v\n%s", request.Method, request.URL.Path, response.StatusCode, err, body)
	}
}

func (d described) refuses(request *http.Request, response *http.Response, body []byte) error {
	route, values, err := d.router.FindRoute(request)
	if err != nil && request.Method == http.MethodHead {
		return nil // it is described as GET
	}
	if err != nil {
		return err
	}
	if maybeBare(route.Operation, response, body) {
		return nil
	}
	return openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, PathParams: values, Route: route},
		Status:                 response.StatusCode, Header: response.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
}

// maybeBare reports whether an answer has no body where the description says so of some: content can't be optional in OpenAPI.
func maybeBare(operation *openapi3.Operation, response *http.Response, body []byte) bool {
	r := operation.Responses.Status(response.StatusCode)
	return r != nil && len(body) == 0 && response.Header.Get("Content-Type") == "" &&
		strings.HasSuffix(*r.Value.Description, ", with or without a body")
}

// TestDescriptionsRefuse shows that such a check can fail.
func TestDescriptionsRefuse(t *testing.T) {
	d := newDescribed(t, readFiles(t, "apps/auth/flows"))
	for _, tt := range []struct {
		method, path, media, body string
		status                    int
		good                      bool
	}{
		{"POST", "/login", "application/json", `{"token":"x"}`, 200, true},
		{"POST", "/login", "application/json", `{"token":1}`, 200, false},
		{"POST", "/login", "application/json", `{}`, 200, false},
		{"POST", "/login", "text/plain", `{"token":"x"}`, 200, false},
		{"POST", "/login", "application/problem+json", `{"type":"about:blank","title":"x","status":400}`, 400, true},
		{"POST", "/login", "application/problem+json", `{"title":"x"}`, 400, false},
		{"GET", "/me", "application/json", `{"id":1,"email":"x","created_at":"2026-01-02T03:04:05Z"}`, 200, true},
		{"GET", "/me", "application/json", `{"id":"1","email":"x","created_at":"2026-01-02T03:04:05Z"}`, 200, false},
		{"GET", "/me", "application/json", `{"id":1,"email":null,"created_at":"2026-01-02T03:04:05Z"}`, 200, false},
		{"GET", "/nowhere", "application/json", `{}`, 200, false},
	} {
		request := httptest.NewRequest(tt.method, tt.path, nil)
		response := &http.Response{StatusCode: tt.status, Header: http.Header{"Content-Type": {tt.media}}}
		if err := d.refuses(request, response, []byte(tt.body)); (err == nil) != tt.good {
			t.Errorf("%s %s %d %s %s: %v", tt.method, tt.path, tt.status, tt.media, tt.body, err)
		}
	}
}

// readFiles reads what a folder of workflows is compiled from.
func readFiles(t *testing.T, dir string) fileSet {
	t.Helper()
	files := fileSet{}
	if err := files.read(dir); err != nil {
		t.Fatal(err)
	}
	return files
}
