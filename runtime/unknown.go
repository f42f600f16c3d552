package runtime

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// What an entry point that knows all of its fields says of any other one.
const isUnknown = "is not known"

// maxUnknownName is the most characters of the name of an unknown field that a 400 repeats.
const maxUnknownName = 100

// unknownName shortens a name that the caller has made up.
func unknownName(name string) string {
	name = validText(name)
	if short := fn.Substring(name, 0, maxUnknownName); len(short) < len(name) {
		return short + "…"
	}
	return name
}

// refuseOthers has p find fault with fields that it does not know, in the query and in a body of a method that has one.
func (p *plan) refuseOthers(method string) {
	p.strict = true
	hasBody := method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
	if p.body == nil && hasBody {
		p.body = newObject()
	}
}

// unknownQuery adds the parameters of the query that no field comes from.
func (p *plan) unknownQuery(query url.Values, wrong *wrongFields) {
	known := map[string]bool{}
	for i := range p.fields {
		if p.fields[i].from == fromQuery {
			known[p.fields[i].key] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !known[name] {
			wrong.add(unknownName(name), isUnknown)
		}
	}
}

// unknownInForm adds the fields of a form that o does not have.
func (o *object) unknownInForm(form url.Values, wrong *wrongFields) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if _, known := o.byName[name]; !known {
			wrong.add(unknownName(name), isUnknown)
		}
	}
}

// skipUnknown goes on behind the value of a member that the object does not have.
func (b *bodyBuffer) skipUnknown() {
	b.doc.next()
	b.doc.value()
	if b.strict && !b.wrong.full() {
		b.wrong.add(unknownName(b.doc.place()), isUnknown)
	}
}

// refuseHead answers HEAD where the entry point serves GET only (RFC 9110, 15.5.6). The mux knows what else there is.
func (h *handler) refuseHead(x *Exec) error {
	if !h.entry.RefuseHead || x.r.Method != http.MethodHead {
		return nil
	}
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodOptions, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *x.r
		other.Method = method
		if _, pattern := h.mux.Handler(&other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	x.w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &Error{Status: http.StatusMethodNotAllowed}
}
