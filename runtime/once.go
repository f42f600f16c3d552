package runtime

import "sync"

// onces are the results of what an execution does once only, whichever of its forks asks first.
type onces struct {
	mu      sync.Mutex
	results map[string]*onceResult
}

type onceResult struct {
	once  sync.Once
	value any
}

func (o *onces) do(key string, f func() any) any {
	o.mu.Lock()
	r := o.results[key]
	if r == nil {
		r = &onceResult{}
		if o.results == nil {
			o.results = map[string]*onceResult{}
		}
		o.results[key] = r
	}
	o.mu.Unlock()
	r.once.Do(func() { r.value = f() })
	return r.value
}
