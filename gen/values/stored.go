package values

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/templates"
)

// storage adds what a step stores under a key of Local Storage, or loads from there.
func (b *builder) storage(s *ir.Step, out *ir.Out, all trace.Value) bool {
	if s.Node.Template.Store.Keeps == nil || s.Node.Key() == "" {
		return false
	}
	kept, where := s.Kept(), key(s.Node.Key())
	if kept.Stores {
		for _, f := range s.Checked() {
			if f.Shape == templates.JSON && f.Sink == templates.Stored {
				b.define(carried{where, ""}, trace.Key, About{}, s, s.Value[f.Name], trace.Stored)
			}
		}
		return true
	}
	if row := b.keyed(s); row != 0 {
		b.Link(row, all, trace.Matched)
	}
	if kept.What != templates.KeptValue {
		return true
	}
	b.later = append(b.later, func() {
		for _, path := range b.paths[out] {
			rest, inside := strings.CutPrefix(path+".", templates.KeptValue+".")
			if inside {
				at := carried{where, strings.TrimSuffix(rest, ".")}
				b.Link(b.member(at, trace.Key, About{}, true), b.carried[carried{out, path}], trace.Loaded)
			}
		}
	})
	return true
}

// keyed returns the row that a step finds by the placeholders of its key.
func (b *builder) keyed(s *ir.Step) trace.Value {
	field := s.Node.Shaped(templates.Key)
	if row, known := b.rows[s]; known || field == nil || s.Value[field.Field.Name] == nil {
		return row
	}
	row := b.add(trace.Row, About{Step: s})
	for _, item := range s.Value[field.Field.Name].Items {
		lookup := b.add(trace.Lookup, About{Step: s, Name: s.Node.Key(), Unique: true})
		b.Link(b.tree(s, item), lookup, trace.Named)
		b.Link(lookup, row, trace.Matched)
	}
	b.rows[s] = row
	return row
}

// signedBy returns the token that a step signs, nil where it signs none.
func signedBy(s *ir.Step) *templates.Signed {
	if s.Node.Template == nil || s.Node.Template.Crypto.Signs == nil {
		return nil
	}
	return s.Node.Template.Crypto.Signs(ir.NewPass(s))
}

// signs adds the claims of the token that a step signs.
func (b *builder) signs(s *ir.Step, out *ir.Out, all trace.Value) bool {
	signed := signedBy(s)
	if signed == nil {
		return false
	}
	made := b.member(carried{out, "token"}, trace.Output, About{Step: s, Out: out}, false)
	b.Link(made, all, trace.Contains)
	kind := token{signed.Secret, signed.Algorithm, signed.Audience}
	for _, f := range s.Checked() {
		if f.Sink != templates.Claim {
			continue
		}
		v := s.Value[f.Name]
		b.Link(b.tree(s, v), made, trace.Signed)
		for i, name := range v.Tree.Keys {
			if i < len(v.Items) {
				b.define(carried{kind, name}, trace.Claim, About{}, s, v.Items[i], trace.Signed)
			}
		}
	}
	return true
}

// verifies adds the claims that a guard finds in a token, of all tokens that it may be.
func (b *builder) verifies(s *ir.Step, out *ir.Out) bool {
	if !out.Guard || !s.Node.Known() || s.Node.Template.Guard.Scheme == nil {
		return false
	}
	scheme := s.Node.Template.Guard.Scheme(ir.NewPass(s))
	if scheme == nil || scheme.Secret == "" {
		return false
	}
	audiences := scheme.Audiences
	if len(audiences) == 0 {
		audiences = []string{""}
	}
	b.later = append(b.later, func() {
		for _, path := range b.paths[out] {
			if path == "" {
				continue
			}
			for _, audience := range audiences {
				at := carried{token{scheme.Secret, scheme.Algorithm, audience}, strings.TrimPrefix(path, "claims.")}
				b.Link(b.member(at, trace.Claim, About{}, true), b.carried[carried{out, path}], trace.Verified)
			}
		}
	})
	return true
}
