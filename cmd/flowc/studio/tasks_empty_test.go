//go:build unix

package studio_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// flowcBinary is the command, built once.
var flowcBinary = sync.OnceValues(func() (string, error) {
	file := filepath.Join(os.TempDir(), "flowc")
	build := exec.Command("go", "build", "-o", file, "../../../cmd/flowc")
	build.Stderr = os.Stderr
	return file, build.Run()
})

// openEmpty runs flowc studio in an empty folder, and opens the address that it prints.
func openEmpty(t *testing.T) *clone {
	t.Helper()
	if testing.Short() {
		t.Skip("builds projects: not with -short")
	}
	binary, err := flowcBinary()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "studio", dir)
	goFlags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -trimpath") // as clones: what they compile is compiled once
	cmd.Env = append(os.Environ(),
		"LISTEN=127.0.0.1:0", "GOFLAGS="+goFlags, "GOCACHE="+goEnv(t, "GOCACHE"), "XDG_CACHE_HOME="+t.TempDir())
	c := &clone{openTab(t, started(t, cmd)), dir, filepath.Join(dir, "flows")}
	c.wait("document.querySelector('.gallery .new')")
	return c
}

// chooses makes what a card of the gallery stands for, under a name where it asks for one.
func (c *clone) chooses(card, name string) {
	c.t.Helper()
	c.asksNew()
	c.rewrite("document.querySelector('.gallery-groups input')", card)
	c.click(holding(".gallery-card", card))
	if name != "" {
		c.rewrite("document.querySelector('.new input')", name)
	}
	c.click(holding(".new button", "Create"))
}

// runs waits until what was begun or changed is served at a route.
func (c *clone) runs(route string) {
	c.t.Helper()
	c.waitFor(3*time.Minute, holding("button.route", route))
	c.waitFor(3*time.Minute, "document.querySelector('.running')?.innerText === '● running'")
}

// catches has calls to the address of a variable caught, answered with a status.
func (c *clone) catches(name, status string) {
	c.t.Helper()
	c.click(holding("header .tab", "Outbox"))
	row := "[...document.querySelectorAll('.catching li')].find(e => e.innerText.includes('" + name + "'))"
	c.wait(row)
	if is[bool](c.tab, "!"+row+".querySelector('input[type=checkbox]').checked") {
		c.click(row + ".querySelector('input[type=checkbox]')")
	}
	answer := "document.querySelector('form[aria-label=\"What calls to " + name + " are answered with\"]')"
	c.rewrite(answer+"?.querySelector('input')", status)
	if is[bool](c.tab, "!"+answer+".querySelector('button').disabled") {
		c.click(answer + ".querySelector('button')")
		c.wait(answer + "?.querySelector('button').disabled")
	}
}

// atLength skips a test that builds and starts a project several times, half a minute on two cores and minutes where
// nothing is compiled yet, where the proofs are not run in full: `.ci/long tasks`.
func atLength(t *testing.T) {
	t.Helper()
	if os.Getenv("FLOWC_TEST_LONG") == "" {
		t.Skip("builds projects several times: FLOWC_TEST_LONG=1, as .ci/long tasks has it")
	}
}

// TestTaskOfAMistake begins with a greeting, has a mistake said that was typed into it, and has the page fix it.
func TestTaskOfAMistake(t *testing.T) {
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Hello", "")
	c.runs("/hello")
	c.click(holding("button.route", "/hello"))
	c.click(card("ok"))
	c.fill("responseBody", `{"message": "Hello, {{or(nmae, \"world\")}}!`)
	c.wait("document.querySelector('[data-field=responseBody] .failure')")
	c.press(kb.Escape)
	c.press("s", chromedp.ModifierCtrl)
	c.wait("document.querySelector('.said').innerText.startsWith('Saved')")
	c.click("document.querySelector('.brand')")
	c.click(holding(".note-line button", "hello"))
	c.press("p")
	c.picture("task mistake")
	c.click(holding(".problems .problem", "nmae"))
	c.wait("document.activeElement.matches('[data-field=responseBody] .cm-content')")
	c.fill("responseBody", `{"message": "Hello, {{or(name, \"world\")}}!`)
	c.rightAway()
	c.serves("/hello")
	c.calls("/hello", "Hello, Ada!", map[string]string{"name": "Ada"})
}

// TestTaskOfALimit begins with a limit, and is refused by it.
func TestTaskOfALimit(t *testing.T) {
	atLength(t)
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Limit by address", "quote")
	c.runs("/quote")
	c.click(holding("button.route", "/quote"))
	c.click(card("limit"))
	c.fill("limitRate", "1/1m")
	c.rightAway()
	c.calls("/quote", "204", nil)
	c.calls("/quote", "429", nil)
	c.wait("document.querySelector('.card.refused')")
	c.wantByHand("quote")
}

// TestTaskOfAHook begins with a webhook that verifies GitHub, has it store what comes and notify a chat, and calls it.
func TestTaskOfAHook(t *testing.T) {
	atLength(t)
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Verify GitHub", "deployed")
	c.runs("/webhooks/") // its secret is generated
	c.click(holding("header .tab", "Data"))
	c.click(holding("button", "New table"))
	c.wait("document.activeElement.matches('.new-columns .field input')")
	c.press("deliveries")
	c.click("document.querySelector('[aria-label=\"Name of column 1\"]')")
	c.press("event")
	c.click(holding(".new-columns button", "Write the migration"))
	c.wait(holding(".table-box", "deliveries"))
	c.click("document.querySelector('.brand')")
	c.click(holding("button.route", "/webhooks/"))
	c.cards(4)
	c.click(holding(".palette .foot button", "Presets"))
	c.middle(card("verify"))
	at := is[[]float64](c.tab, onWire(1))
	c.drag(holding(".palette section button", "Insert a row"), at[0], at[1])
	c.pick("deliveries")
	c.cards(5)
	c.mends() // the field of the request is declared
	c.sees(card("ok"))
	c.click(card("ok"))
	c.part("Output")
	c.click("document.querySelector('[aria-label=\"what follows out\"]')")
	c.pick("Notify a chat")
	c.cards(6)
	c.rightAway()
	c.wantByHand("deployed")
	c.catches("CHAT_URL", "202")
	c.serves("/webhooks/")
	c.calls("/webhooks/", "202", map[string]string{"event": "push"})
	c.wait(holding("header .tab", "Outbox1"))
	c.click(holding("header .tab", "Outbox"))
	c.wait(holding(".outbox pre", `"text"`))
	c.click(holding("header .tab", "Data"))
	c.click(holding(".tables button", "deliveries"))
	c.click(holding(".table-rows button", "Show rows"))
	c.wait(holding(".table-rows td", "push"))
	c.picture("task hook")
}

// TestTaskOfALogin begins with accounts, and adds a list of a table that only who is logged in sees, page by page.
func TestTaskOfALogin(t *testing.T) {
	atLength(t)
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Auth", "")
	c.runs("/signup")
	for _, email := range []string{"ada@example.com", "bob@example.com"} {
		c.calls("/signup", "201 Created", map[string]string{"email": email, "password": "correct horse battery"})
	}
	c.click("document.querySelector('.brand')")
	c.chooses("Page a list", "people")
	c.cards(5)
	c.serves("/users")
	c.calls("/login", "200 OK", map[string]string{"email": "ada@example.com", "password": "correct horse battery"})
	c.calls("/users", "ada@example.com", map[string]string{"after": "0"})
	c.calls("/users", "bob@example.com", map[string]string{"after": "1"})
	if said := is[string](c.tab, "document.querySelector('.answer').innerText"); strings.Contains(said, "ada@") {
		t.Errorf("the page after the first row is %s", said)
	}
	c.wantByHand("people")
}

// TestTaskOfAReset begins with accounts by mail: signs up and sets another password, each by the link that was mailed.
func TestTaskOfAReset(t *testing.T) {
	atLength(t)
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Accounts", "")
	c.runs("/signup")
	c.catches("MAIL_URL", "202")
	c.serves("/signup")
	c.calls("/signup", "202", map[string]string{"email": "ada@example.com", "password": "correct horse battery"})
	c.wait(holding("header .tab", "Outbox1"))
	c.click(holding("header .tab", "Outbox"))
	c.picture("task mail")
	c.click(holding(".outbox .links button", "Use in Run"))
	c.wait("document.querySelector('.panel.run form')")
	password := "[...document.querySelectorAll('form .field')].find(e => e.innerText.startsWith('password'))"
	c.rewrite(password+".querySelector('input')", "correct horse battery")
	c.click(holding("button", "Send"))
	c.wait(holding(".answer", "20"))
	c.picture("task welcome")
	c.calls("/links", "202", map[string]string{"email": "ada@example.com", "purpose": "reset"})
	c.wait(holding("header .tab", "Outbox2"))
	c.click(holding("header .tab", "Outbox"))
	c.wait(holding(".outbox .letter", "/reset#"))
	_, token, _ := strings.Cut(is[string](c.tab, "document.querySelector('.outbox .links code').innerText"), "#")
	c.calls("POST /password", "204", map[string]string{"token": token, "password": "another horse battery"})
	c.calls("/login", "401", map[string]string{"email": "ada@example.com", "password": "correct horse battery"})
	c.calls("/login", "20", map[string]string{"email": "ada@example.com", "password": "another horse battery"})
}

// TestTaskOfAFailure finds why a request failed, and sends it again once the other side is well.
func TestTaskOfAFailure(t *testing.T) {
	t.Parallel()
	c := openEmpty(t)
	c.chooses("Notify a chat", "tell")
	c.waitFor(time.Minute, holding("button.route", "/tell"))
	c.catches("CHAT_URL", "500")
	c.serves("/tell")
	c.calls("/tell", "50", nil)
	c.wait(holding(".card.failed", "notify"))
	c.click(holding(".card.failed", "notify"))
	c.part("Input")
	c.wait(holding(".visited", "500"))
	c.picture("task failed")
	c.catches("CHAT_URL", "202")
	c.click("document.querySelector('.brand')")
	c.click(holding("button.failed-last", "notify"))
	c.press("w")
	c.click(holding(".again button", "Send again"))
	c.wait(holding(".executions", "204"))
	c.wait("!document.querySelector('.card.failed') && document.querySelectorAll('.card.lit').length === 3")
}
