package lint

// rules returns all rules about whole programs, by code. What an earlier stage finds has a code (schema/diag) and no rule.
func rules() []*Rule {
	return []*Rule{
		&fc107,
		&fc211, &fc212, &fc213, &fc214, &fc215, &fc216, &fc217,
		&fc301, &fc302, &fc303, &fc304, &fc305, &fc306, &fc307, &fc308, &fc309,
		&fc401, &fc402, &fc403, &fc404, &fc405, &fc406, &fc407, &fc408, &fc409, &fc411, &fc412, &fc413, &fc414, &fc415, &fc418,
		&fc501, &fc502, &fc503, &fc504, &fc506,
	}
}
