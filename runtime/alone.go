package runtime

// Files of embedded databases may be shared: the tables of a workflow and Local Storage, say. Where executions write to
// one in transactions, they would wait for themselves.

// Alone says that executions hold the file that a variable names while they write to another one.
func (s *Setup) Alone(file, variable string) {
	s.app.files.of(file).alone = variable
	s.app.files.check(s, file)
}

// Shares says that executions write to the file that a variable names, whatever they hold meanwhile.
func (s *Setup) Shares(file, variable string) {
	s.app.files.of(file).shared = variable
	s.app.files.check(s, file)
}

// heldFiles are the files of embedded databases, by path.
type heldFiles map[string]*heldFile

// heldFile is which variables name a file.
type heldFile struct{ alone, shared string }

func (f *heldFiles) of(file string) *heldFile {
	if *f == nil {
		*f = heldFiles{}
	}
	if (*f)[file] == nil {
		(*f)[file] = &heldFile{}
	}
	return (*f)[file]
}

func (f heldFiles) check(s *Setup, file string) {
	if held := f[file]; held.alone != "" && held.shared != "" {
		s.Problem(held.shared, "names the file of "+held.alone+", which executions hold in transactions: give it a file of its own")
	}
}
