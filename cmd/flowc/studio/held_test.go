package studio_test

import "fmt"

// held keeps back what the page asks or is answered, as a busy machine does.
type held struct {
	p    *tab
	call string
}

// holdAnswers has the page wait for the answers to its next calls that begin so ("GET /api/state"), as many as most:
// the server is asked, and answers, at once.
func (p *tab) holdAnswers(call string, most int) held {
	p.t.Helper()
	is[int](p, fmt.Sprintf(heldCalls, call, false, most))
	return held{p, call}
}

// holdCalls has the next calls of the page that begin so wait before they reach the server.
func (p *tab) holdCalls(call string, most int) held {
	p.t.Helper()
	is[int](p, fmt.Sprintf(heldCalls, call, true, most))
	return held{p, call}
}

// wait waits until so many calls are held.
func (g held) wait(n int) {
	g.p.t.Helper()
	g.p.wait(fmt.Sprintf("gates[%q].held >= %d", g.call, n))
}

// held wants so many calls to be held now.
func (g held) held(n int) {
	g.p.t.Helper()
	if now := is[int](g.p, fmt.Sprintf("gates[%q].held", g.call)); now != n {
		g.p.t.Errorf("%s is called %d times, wanted %d", g.call, now, n)
	}
}

// passes waits until so many calls were answered beside those that are held.
func (g held) passes(n int) {
	g.p.t.Helper()
	g.p.wait(fmt.Sprintf("gates[%q].passed >= %d", g.call, n))
}

// open lets through what is held and all that comes, and waits until the page has drawn what it was answered.
func (g held) open() {
	g.p.t.Helper()
	is[int](g.p, fmt.Sprintf(`(async () => {
		gates[%q].open();
		for (let n = 0; n < 20; n++) await new Promise(done => requestAnimationFrame(done));
		return 0;
	})()`, g.call))
}

// heldCalls is an expression that has calls wait; it wants how they begin, whether they wait before they are asked, and
// how many do.
const heldCalls = `((begins, before, most) => {
	const ask = window.fetch, g = {held: 0, passed: 0, shut: true};
	const opened = new Promise(done => { g.open = () => { g.shut = false; done(); }; });
	(window.gates ??= {})[begins] = g;
	window.fetch = async (what, ...more) => {
		if (!((more[0]?.method ?? 'GET') + ' ' + what).startsWith(begins)) return ask(what, ...more);
		if (!g.shut || g.held >= most) return ask(what, ...more).finally(() => g.passed++);
		g.held++;
		if (before) await opened;
		const answer = await ask(what, ...more);
		await opened;
		return answer;
	};
	return 0;
})(%q, %t, %d)`

// drawingLate has the page draw nothing that may wait for a moment with nothing to do, until window.drawn is called.
const drawingLate = `(() => {
	const post = MessagePort.prototype.postMessage, held = [];
	MessagePort.prototype.postMessage = function (...message) { held.push(() => post.apply(this, message)); };
	window.drawn = () => {
		MessagePort.prototype.postMessage = post;
		for (const draw of held) draw();
		return 0;
	};
	return 0;
})()`
