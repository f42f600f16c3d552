package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// watch is that of the context of a transaction, whose end ends the statement that runs, and rolls back. pgx watches a
// context anew for each statement, which costs a small transaction a thirtieth of its time: this one is watched once,
// and the statements run with a context that has no end.
type watch struct {
	ctx     context.Context
	endless context.Context // ctx, which can't end

	on      bool
	stop    func() bool      // reports false where ctx has ended
	handled chan struct{}    // closed when handler knows that ctx has ended
	handler ctxwatch.Handler // that the connection is configured with
}

// begin watches ctx for t. The connection of t is held until end.
func (w *watch) begin(ctx context.Context, t *tx) {
	w.ctx, w.endless, w.on, w.handled = ctx, context.WithoutCancel(ctx), true, make(chan struct{})
	w.stop = context.AfterFunc(ctx, func() {
		w.handler = t.session.on.Config().BuildContextWatcherHandler(t.session.on.PgConn())
		w.handler.HandleCancel(ctx)
		close(w.handled)
		t.Rollback()
	})
}

// within returns the context of a statement that is to run with ctx.
func (w *watch) within(ctx context.Context) context.Context {
	if w.on && ctx == w.ctx {
		return w.endless
	}
	return ctx
}

// leave leaves it to each statement to watch its context, and rolls back no more. It reports false where ctx has ended.
func (w *watch) leave() bool {
	if w.on {
		w.on = !w.stop()
	}
	return !w.on
}

// end watches no more. Where ctx has ended, the connection is left as if it had not.
func (w *watch) end() {
	if w.on && !w.leave() {
		<-w.handled
		w.handler.HandleUnwatchAfterCancel()
		w.on = false
	}
}
