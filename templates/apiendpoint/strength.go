package apiendpoint

import (
	"cmp"
	"strings"

	"github.com/flowc-dev/flowc/templates"
)

// strengths are which pages may have browsers call.
func strengths(p templates.Pass) []templates.Strength {
	origins := p.List("endpointCorsOrigins")
	if name := p.Text("endpointCorsOrigins"); name != "" {
		origins = []string{"env." + name}
	}
	cookies, rank := "without cookies", int64(1)
	if p.Bool("endpointCorsCredentials") {
		cookies, rank = "with the cookies of their visitors", 0
	}
	return []templates.Strength{
		{Lead: "answers are for pages of", Value: cmp.Or(strings.Join(origins, ", "), "this site alone"), Lets: append([]string{}, origins...)},
		{Lead: "pages of other origins call it", Value: cookies, Ranked: true, Rank: rank},
	}
}
