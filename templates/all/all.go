// Package all lists the node types.
//
// It may be imported by gen's tests, golden and cmd.
package all

import (
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/api"
	"github.com/flowc-dev/flowc/templates/apiendpoint"
	"github.com/flowc-dev/flowc/templates/auth"
	"github.com/flowc-dev/flowc/templates/call"
	"github.com/flowc-dev/flowc/templates/code"
	"github.com/flowc-dev/flowc/templates/condition"
	"github.com/flowc-dev/flowc/templates/foreach"
	"github.com/flowc-dev/flowc/templates/hash"
	"github.com/flowc-dev/flowc/templates/jwt"
	"github.com/flowc-dev/flowc/templates/localstorage"
	"github.com/flowc-dev/flowc/templates/mcptool"
	"github.com/flowc-dev/flowc/templates/ratelimit"
	"github.com/flowc-dev/flowc/templates/response"
	"github.com/flowc-dev/flowc/templates/retry"
	"github.com/flowc-dev/flowc/templates/returnnode"
	"github.com/flowc-dev/flowc/templates/set"
	"github.com/flowc-dev/flowc/templates/sql"
	"github.com/flowc-dev/flowc/templates/subflow"
	"github.com/flowc-dev/flowc/templates/switchnode"
	"github.com/flowc-dev/flowc/templates/transaction"
	"github.com/flowc-dev/flowc/templates/trycatch"
	"github.com/flowc-dev/flowc/templates/webhook"
)

// Templates returns the node types, in the order of a canvas's palette.
func Templates() []*templates.Template {
	return []*templates.Template{
		&apiendpoint.Template,
		&webhook.Template,
		&mcptool.Template,
		&subflow.Template,
		&auth.Template,
		&jwt.Template,
		&hash.Template,
		&sql.Template,
		&localstorage.Template,
		&ratelimit.Template,
		&api.Template,
		&code.Template,
		&call.Template,
		&condition.Template,
		&switchnode.Template,
		&set.Template,
		&foreach.Template,
		&trycatch.Template,
		&retry.Template,
		&transaction.Template,
		&response.Template,
		&returnnode.Template,
	}
}

// Presets returns the presets of all node types, in their order.
func Presets() []templates.Preset {
	var list []templates.Preset
	for _, t := range Templates() {
		of, err := t.ReadPresets()
		if err != nil {
			panic(err) // they are embedded, and tested
		}
		list = append(list, of...)
	}
	return list
}
