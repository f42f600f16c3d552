package runtime

import (
	"strconv"
	"time"
)

// Limits bound what callers can take of a process. A field that is zero stays at its default. Entries have limits of
// their own besides: how long they may take, and how large their body is.
type Limits struct {
	ReadHeader    time.Duration // until the headers of a request have arrived; 5s
	Write         time.Duration // until an answer has reached the caller, from when the headers have arrived; 60s, more for an entry that may take longer
	Idle          time.Duration // that a connection is kept for the next request; 2min
	Shutdown      time.Duration // that running executions have to end; 35s, more where an entry may take longer
	MaxHeader     int           // bytes of a request's headers; 32 KiB
	MaxExecutions int           // that run at once, those after their answer included; 4096, or MAX_EXECUTIONS
	MaxBodies     int64         // bytes of memory for request bodies, and what is decoded of them, at once; 256 MiB
}

// WithLimits changes limits of the server. They win over the environment.
func WithLimits(l Limits) Option { return func(o *options) { o.limits = l } }

// setLimits completes what the options gave by the environment and the defaults.
func (a *App) setLimits(given Limits) {
	if given.MaxExecutions == 0 {
		given.MaxExecutions = a.maxExecutions()
	}
	a.limits = Limits{
		ReadHeader:    orDefault(given.ReadHeader, 5*time.Second),
		Write:         orDefault(given.Write, defaultTimeout+answerGrace),
		Idle:          orDefault(given.Idle, 2*time.Minute),
		Shutdown:      given.Shutdown,
		MaxHeader:     orDefault(given.MaxHeader, 32<<10),
		MaxExecutions: orDefault(given.MaxExecutions, 4096),
		MaxBodies:     orDefault(given.MaxBodies, 256<<20),
	}
	a.bodies.limit = a.limits.MaxBodies
	a.outlast(defaultTimeout)
}

// outlast has a shutdown wait for executions that take so long.
func (a *App) outlast(longest time.Duration) {
	for known := a.longest.Load(); known < int64(longest) && !a.longest.CompareAndSwap(known, int64(longest)); {
		known = a.longest.Load()
	}
}

// shutdownTime is the time that running executions have to end.
func (a *App) shutdownTime() time.Duration {
	return orDefault(a.limits.Shutdown, time.Duration(a.longest.Load())+5*time.Second)
}

func orDefault[T int | int64 | time.Duration](given, otherwise T) T {
	if given == 0 {
		return otherwise
	}
	return given
}

func (a *App) maxExecutions() int {
	const name = "MAX_EXECUTIONS"
	text := a.env.plain(name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		a.config.add(ConfigProblem{Name: name, Problem: "must be a whole number above 0"})
		return 0
	}
	return n
}
