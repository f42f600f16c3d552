package templates

import "slices"

// Variant is one of the forms that an Object field may have, by the value of its key "type".
type Variant struct {
	Type  string // the value of "type"
	Title string // as a canvas shows it
	Keys  []VariantKey
}

// VariantKey is a key of a Variant beside "type".
type VariantKey struct {
	Name     string
	Doc      string // what it holds, in a sentence
	Required bool
	Secret   bool // its value is known to the service alone
}

// Variant returns the form of the field that a value of "type" names; nil where none is called so.
func (f *Field) Variant(typ string) *Variant {
	if i := slices.IndexFunc(f.Variants, func(v Variant) bool { return v.Type == typ }); i >= 0 {
		return &f.Variants[i]
	}
	return nil
}

// VariantTypes are the values that "type" may have, in order.
func (f *Field) VariantTypes() (list []string) {
	for _, v := range f.Variants {
		list = append(list, v.Type)
	}
	return list
}

// Key returns the key of a name, nil where there is none.
func (v *Variant) Key(name string) *VariantKey {
	if i := slices.IndexFunc(v.Keys, func(k VariantKey) bool { return k.Name == name }); i >= 0 {
		return &v.Keys[i]
	}
	return nil
}

// KeyNames are the names of the keys, "type" first.
func (v *Variant) KeyNames() []string {
	names := []string{"type"}
	for _, k := range v.Keys {
		names = append(names, k.Name)
	}
	return names
}
