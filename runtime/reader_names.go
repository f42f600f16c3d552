package runtime

import "hash/maphash"

const (
	fewNames = 8   // so many are compared with one another
	maxNames = 256 // of an object of which a reader is sure
)

// nameFilter tells most names that are new from those of an object that has more than a few.
type nameFilter [4]uint64

// nameSeed is that of the hashes of names: who sends them can't choose many that are alike.
var nameSeed = maphash.MakeSeed()

// add adds a name, and reports whether it may have been there.
func (f *nameFilter) add(name []byte) bool {
	hash := maphash.Bytes(nameSeed, name)
	word, bit := &f[hash>>6&3], uint64(1)<<(hash&63)
	had := *word&bit != 0
	*word |= bit
	return had
}

// isNew reports whether the innermost object does not have the name yet, and few enough to be sure.
func (r *reader) isNew(name extent) bool {
	f := &r.frames[len(r.frames)-1]
	names := r.names[f.names:]
	text := r.text[name.from:name.to]
	switch {
	case len(names) >= maxNames:
		return false
	case len(names) == fewNames:
		for _, other := range names {
			f.seen.add(r.text[other.from:other.to])
		}
	}
	if len(names) >= fewNames && !f.seen.add(text) {
		return true
	}
	for _, other := range names {
		if string(r.text[other.from:other.to]) == string(text) {
			return false
		}
	}
	return true
}
