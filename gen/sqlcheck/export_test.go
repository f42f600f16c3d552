package sqlcheck

// MaxKept is how many databases are kept at most.
const MaxKept = maxKept

// Free counts the databases that are kept.
func (k *Kept) Free() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.free)
}
