package storage

import (
	"strings"
)

// The statements of a postgresStore, in which the schema of its table is written before its name. The key is $1. The
// time of all of a statement is when the server received it: clock_timestamp() would differ from one use to the next.
const (
	pgFindText = `SELECT count, value FROM flowc_storage WHERE key = $1 AND expires > statement_timestamp()`

	// A value has no count, and NULL plus anything is NULL: it is left as it is, and the NULL tells.
	pgIncrementText = `
INSERT INTO flowc_storage AS held (key, count, expires)
VALUES ($1, $2::bigint, statement_timestamp() + $3::bigint * interval '1 millisecond')
ON CONFLICT (key) DO UPDATE SET
	count   = CASE WHEN held.expires > statement_timestamp() THEN held.count + excluded.count ELSE excluded.count END,
	value   = CASE WHEN held.expires > statement_timestamp() THEN held.value END,
	expires = CASE WHEN held.expires > statement_timestamp() THEN held.expires ELSE excluded.expires END
RETURNING count, expires`

	pgSetText = `
INSERT INTO flowc_storage AS held (key, value, expires)
VALUES ($1, $2, statement_timestamp() + $3::bigint * interval '1 millisecond')
ON CONFLICT (key) DO UPDATE SET count = NULL, value = excluded.value, expires = excluded.expires`

	pgSetIfAbsentText = pgSetText + ` WHERE held.expires <= statement_timestamp()`

	// What expires here is the time until which the key is not at rest. $2 is the interval of a backend.Pace, $3 by how
	// much a key may be ahead for one more to pass, and $4 the most by which it can be: microseconds. Who does not pass
	// learns of the row as it was when the statement began.
	pgAllowText = `
WITH passed AS (
	INSERT INTO flowc_storage AS held (key, expires)
	VALUES ($1, statement_timestamp() + $2::bigint * interval '1 microsecond')
	ON CONFLICT (key) DO UPDATE SET count = NULL, value = NULL, expires = statement_timestamp()
		+ least(greatest(held.expires - statement_timestamp(), interval '0'), $4::bigint * interval '1 microsecond')
		+ $2::bigint * interval '1 microsecond'
	WHERE least(held.expires - statement_timestamp(), $4::bigint * interval '1 microsecond') <= $3::bigint * interval '1 microsecond'
	RETURNING expires
)
SELECT true, expires, statement_timestamp() FROM passed
UNION ALL
SELECT false, expires, statement_timestamp() FROM flowc_storage WHERE key = $1 AND NOT EXISTS (SELECT FROM passed)`

	pgClampText = `
UPDATE flowc_storage SET expires = statement_timestamp() + $2::bigint * interval '1 microsecond'
WHERE key = $1 AND expires > statement_timestamp() + $2::bigint * interval '1 microsecond'`

	pgTakeText = `
WITH taken AS (
	DELETE FROM flowc_storage WHERE key = $1 AND expires > statement_timestamp() AND count IS NULL RETURNING value
)
SELECT NULL::bigint, value FROM taken
UNION ALL
SELECT count, NULL FROM flowc_storage WHERE key = $1 AND expires > statement_timestamp() AND count IS NOT NULL`

	pgDeleteText = `DELETE FROM flowc_storage WHERE key = $1`

	pgDeleteIfText = `DELETE FROM flowc_storage WHERE key = $1 AND value = $2`

	// Of keys from $1 on and below $2.
	pgDeleteRangeText = `
WITH deleted AS (DELETE FROM flowc_storage WHERE key >= $1 AND key < $2 RETURNING expires)
SELECT count(*) FROM deleted WHERE expires > statement_timestamp()`

	// What other processes sweep or write meanwhile is left to them.
	pgSweepText = `
DELETE FROM flowc_storage WHERE key IN (
	SELECT key FROM flowc_storage WHERE expires <= statement_timestamp() ORDER BY expires LIMIT $1::bigint FOR UPDATE SKIP LOCKED)`

	pgPingText = `SELECT key, count, value, expires FROM flowc_storage LIMIT 0`

	// Where there are several, a table counts that unqualified names mean.
	pgTableText = `
SELECT quote_ident(n.nspname), coalesce(c.oid = to_regclass('flowc_storage'), false)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname = 'flowc_storage' AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
ORDER BY 1`
)

// qualified returns the statements for the table of a schema, by their constants.
func qualified(schema string) map[string]string {
	texts := map[string]string{}
	for _, text := range []string{
		pgFindText, pgIncrementText, pgSetText, pgSetIfAbsentText, pgAllowText, pgClampText, pgTakeText, pgDeleteText, pgDeleteIfText,
		pgDeleteRangeText, pgSweepText, pgPingText,
	} {
		texts[text] = strings.ReplaceAll(text, "flowc_storage", schema+".flowc_storage")
	}
	return texts
}
