package lint

import "github.com/flowc-dev/flowc/schema"

// Rules returns all rules, by code. Those about the shape of a document are schema's.
func Rules() []*Rule {
	var rules []*Rule
	for _, r := range schema.Rules() {
		rules = append(rules, &Rule{Rule: r})
	}
	return append(rules,
		&fc101, &fc102, &fc103, &fc104, &fc105, &fc106, &fc107,
		&fc201, &fc202, &fc203, &fc204, &fc205, &fc206, &fc207, &fc208, &fc209, &fc210, &fc211, &fc212, &fc213, &fc214, &fc215, &fc217,
		&fc301, &fc302, &fc303, &fc304, &fc305, &fc306, &fc307, &fc308, &fc309,
		&fc401, &fc402, &fc403, &fc404, &fc405, &fc406, &fc407, &fc408, &fc409, &fc410, &fc411, &fc412, &fc413, &fc414, &fc415, &fc418,
		&fc501, &fc502, &fc503, &fc504, &fc505, &fc506, &fc508,
	)
}
