// Package docs holds the pages that flowc docs prints.
package docs

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

// names lists the pages in the order in which a new user needs them.
var names = strings.Fields(`
	start in-a-service workflows requests auth identity webhooks sql postgres calls environment testing studio command
	configuration production mcp security performance compare
`)

// Page is one document in Markdown: a heading, a line that sums it up, and sections.
type Page struct{ Name, Title, Summary, Text string }

// Pages returns all pages, in the order in which a new user needs them.
func Pages() []Page {
	pages := make([]Page, len(names))
	for i, name := range names {
		pages[i], _ = Find(name)
	}
	return pages
}

// Find returns the page of that name.
func Find(name string) (Page, bool) {
	text, err := files.ReadFile(name + ".md")
	if err != nil {
		return Page{}, false
	}
	heading, rest, _ := strings.Cut(string(text), "\n")
	summary, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return Page{Name: name, Title: strings.TrimPrefix(heading, "# "), Summary: summary, Text: string(text)}, true
}

// Names returns the names of all pages, in the order of Pages.
func Names() []string { return names }
