package redis

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// store keeps everything on Redis, under the keys as they are. A counter is an integer, as INCR wants it; a value
// is its JSON after mark, so that neither is taken for the other. Time is the server's.
type store struct {
	client redis.UniversalClient
	add    script
	pop    script
	drop   script
	pass   script
}

const mark = "json:"

// The sum is read back as text: as a number of Lua it would lose digits above 2^53.
const addText = `
redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
	left = tonumber(ARGV[2])
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local now = redis.call('TIME')
return {redis.call('GET', KEYS[1]), now[1] * 1000 + math.floor(now[2] / 1000) + left}`

// GETDEL would delete a counter too.
const popText = `
local text = redis.call('GET', KEYS[1])
if text and string.sub(text, 1, #ARGV[1]) == ARGV[1] then
	redis.call('DEL', KEYS[1])
end
return text`

const dropText = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
	redis.call('DEL', KEYS[1])
end
return 0`

// A number of Lua holds microseconds since 1970 exactly; written as it is, it would lose digits.
const passText = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local before = tonumber(redis.call('GET', KEYS[1]) or now) - now
local after = math.min(math.max(before, 0), ARGV[3])
local allowed = 0
if after + ARGV[1] <= ARGV[1] * ARGV[2] then
	after = after + ARGV[1]
	allowed = 1
end
if after ~= before then
	redis.call('SET', KEYS[1], string.format('%.0f', now + after), 'PX', math.ceil(after / 1000))
end
return {allowed, after}`

func newStore(client redis.UniversalClient) *store {
	return &store{client: client, add: newScript(addText), pop: newScript(popText), drop: newScript(dropText), pass: newScript(passText)}
}

func (r *store) Increment(ctx context.Context, key string, by int64, ttl time.Duration) (backend.Count, error) {
	reply, err := r.run(ctx, r.add, key, by, backend.Milliseconds(ttl)).Slice()
	if err != nil {
		return backend.Count{}, explain(err)
	}
	return countOf(reply)
}

// countOf reads the reply of addText.
func countOf(reply []any) (backend.Count, error) {
	if len(reply) == 2 {
		text, _ := reply[0].(string)
		value, err := strconv.ParseInt(text, 10, 64)
		expires, ok := reply[1].(int64)
		if err == nil && ok {
			return backend.Count{Value: value, ResetsAt: time.UnixMilli(expires).UTC()}, nil
		}
	}
	return backend.Count{}, fmt.Errorf("the server answers %v", reply)
}

// Allow implements backend.Store.
func (r *store) Allow(ctx context.Context, key string, p backend.Pace) (ahead int64, allowed bool, err error) {
	reply, err := r.run(ctx, r.pass, key, p.Interval, p.Burst, p.Most).Int64Slice()
	switch {
	case err != nil:
		return 0, false, explain(err)
	case len(reply) != 2:
		return 0, false, fmt.Errorf("the server answers %v", reply)
	}
	return reply[1], reply[0] == 1, nil
}

func (r *store) Get(ctx context.Context, key string) (text string, found bool, err error) {
	return unmarked(r.client.Get(ctx, key).Result())
}

func (r *store) Take(ctx context.Context, key string) (text string, found bool, err error) {
	return unmarked(r.run(ctx, r.pop, key, mark).Text())
}

// unmarked is the value of what a server has returned for a key.
func unmarked(stored string, err error) (text string, found bool, _ error) {
	switch {
	case errors.Is(err, redis.Nil):
		return "", false, nil
	case err != nil:
		return "", false, explain(err)
	}
	if text, ok := strings.CutPrefix(stored, mark); ok {
		return text, true, nil
	}
	if _, err := strconv.ParseInt(stored, 10, 64); err == nil {
		return "", false, backend.ErrIsCounter
	}
	return "", false, backend.ErrForeign
}

func (r *store) Set(ctx context.Context, key, text string, ttl time.Duration) error {
	return explain(r.client.Do(ctx, "set", key, mark+text, "px", backend.Milliseconds(ttl)).Err())
}

func (r *store) SetIfAbsent(ctx context.Context, key, text string, ttl time.Duration) (stored bool, err error) {
	command := redis.NewCmd(ctx, "set", key, mark+text, "nx", "px", backend.Milliseconds(ttl))
	err = r.client.Process(ctx, once{command})
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, explain(err)
}

func (r *store) Delete(ctx context.Context, key string) error {
	return explain(r.client.Del(ctx, key).Err())
}

// scanned is about how many keys a server looks at, at a time: it serves nobody else meanwhile.
const scanned = 1000

// literal keeps what a pattern of Redis means something by.
var literal = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// DeletePrefix implements backend.Store. There is no index by prefix: all keys of the server are looked at, some at a
// time.
func (r *store) DeletePrefix(ctx context.Context, prefix string) (deleted int64, err error) {
	var sum atomic.Int64
	deleteOn := func(ctx context.Context, server *redis.Client) error {
		for cursor := uint64(0); ; {
			keys, next, err := server.Scan(ctx, cursor, literal.Replace(prefix)+"*", scanned).Result()
			if err != nil {
				return err
			}
			n, err := r.deleteAll(ctx, keys)
			sum.Add(n)
			if err != nil || next == 0 {
				return err
			}
			cursor = next
		}
	}
	switch client := r.client.(type) {
	case *redis.ClusterClient:
		err = client.ForEachMaster(ctx, deleteOn)
	case *redis.Client:
		err = deleteOn(ctx, client)
	}
	return sum.Load(), explain(err)
}

// deleteAll deletes keys, each with a command of its own: those of a cluster are on several servers.
func (r *store) deleteAll(ctx context.Context, keys []string) (deleted int64, err error) {
	if len(keys) == 0 {
		return 0, nil
	}
	answers, err := r.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, key := range keys {
			p.Unlink(ctx, key)
		}
		return nil
	})
	for _, answer := range answers {
		if n, ok := answer.(*redis.IntCmd); ok {
			deleted += n.Val()
		}
	}
	return deleted, err
}

func (r *store) DeleteIf(ctx context.Context, key, text string) error {
	return explain(r.run(ctx, r.drop, key, mark+text).Err())
}

func (r *store) Ping(ctx context.Context) error { return explain(r.client.Ping(ctx).Err()) }

// Close implements io.Closer.
func (r *store) Close() error { return r.client.Close() }

// once is a command that must not run twice. The client would send it again where the connection broke before the
// answer came, although the server may have run it.
type once struct{ *redis.Cmd }

// NoRetry implements redis.Cmder.
func (once) NoRetry() bool { return true }

// script runs on the server as one step.
type script struct{ text, sum string }

func newScript(text string) script {
	sum := sha1.Sum([]byte(text)) // which is how Redis names scripts
	return script{text: text, sum: hex.EncodeToString(sum[:])}
}

// run runs a script for one key, once. A server that does not know it, since it was restarted, has not run anything.
func (r *store) run(ctx context.Context, s script, key string, args ...any) *redis.Cmd {
	command := r.send(ctx, "evalsha", s.sum, key, args)
	if redis.HasErrorPrefix(command.Err(), "NOSCRIPT") {
		command = r.send(ctx, "eval", s.text, key, args)
	}
	return command
}

func (r *store) send(ctx context.Context, name, script, key string, args []any) *redis.Cmd {
	command := redis.NewCmd(ctx, append([]any{name, script, 1, key}, args...)...)
	command.SetFirstKeyPos(3)                // for a cluster
	_ = r.client.Process(ctx, once{command}) // the command holds the error
	return command
}
