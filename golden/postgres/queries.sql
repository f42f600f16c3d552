-- Everyday queries, one a paragraph. {{i}}, {{n}}, {{s}}, {{f}}, {{b}} and {{t}} are parameters: an int, another int, a text, a float, a bool, a time.
-- What PostgreSQL takes, lint takes; what it refuses, lint refuses. "lint:" is what only lint refuses, and why;
-- "late:" what PostgreSQL refuses only once it plans the statement, which describing does not, and "late of SQLite:" what that does
-- only once it runs it.

-- # Columns and expressions
SELECT * FROM people

SELECT id, name, age FROM people WHERE id = {{i}}

SELECT p.* FROM people p WHERE p.active

SELECT id AS person, upper(name) AS loud, length(name) AS n FROM people

SELECT name || '!' AS a, motto || '!' AS b FROM teams

SELECT coalesce(age, 0) AS age, coalesce(motto, name, 'x') AS m FROM people, LATERAL (SELECT motto FROM teams WHERE teams.id = people.team) t

SELECT nullif(name, 'Ann') AS n, nullif(age, 3) AS a FROM people

SELECT CASE WHEN age > 3 THEN 'old' ELSE 'young' END AS a, CASE WHEN age > 3 THEN 'old' END AS b, CASE feels WHEN 'sad' THEN 1 ELSE 0 END AS c FROM people

SELECT greatest(age, 1) AS g, least(age, score) AS l FROM people

SELECT age + 1 AS a, weight * 2 AS w, salary / 3 AS s, -age AS m, age % 2 AS r, 2 ^ 3 AS p FROM people

SELECT age IS NULL AS missing, age IS NOT DISTINCT FROM 3 AS three, name LIKE 'A%' AS a, name ILIKE '%n%' AS n, name ~ '^A' AS re FROM people

SELECT age BETWEEN 1 AND 5 AS few, id IN (1, 2) AS two, age = ANY (ARRAY[1, 2]) AS one FROM people

SELECT id::text AS t, age::text AS a, '3'::int AS three, CAST(weight AS integer) AS w, made::date AS d FROM people

SELECT now() AS n, current_date AS d, current_timestamp AS c, clock_timestamp() - made AS old FROM people

SELECT date_trunc('day', made) AS day, extract(year FROM made) AS y, date_part('month', seen) AS m, age(made) AS old FROM people

SELECT seen + interval '1 day' AS later, made AT TIME ZONE 'UTC' AS local, to_char(made, 'YYYY') AS y, born + 1 AS next FROM people

SELECT feels, felt, feels::text AS f, feels = 'glad' AS g, enum_range(NULL::mood) AS all_of FROM people

SELECT key, key::text AS k, gen_random_uuid() AS fresh, photo, encode(photo, 'hex') AS hex, md5(name) AS h FROM people

SELECT round(salary, 1) AS r, floor(weight) AS f, ceil(score) AS c, abs(age) AS a, sqrt(weight) AS s, trunc(salary) AS t FROM people

SELECT substring(name FROM 1 FOR 2) AS two, left(name, 1) AS one, position('n' IN name) AS at, replace(name, 'a', 'b') AS r, trim(name) AS t, split_part(mail, '@', 2) AS host FROM people

SELECT concat(name, motto) AS c, concat_ws(', ', name, motto) AS w, format('%s!', name) AS f, initcap(name) AS i, reverse(name) AS r, lpad(name, 9) AS l FROM teams

SELECT full_name, mail FROM people

SELECT true AS yes, NULL::text AS nothing, 1 AS one, 1.5 AS half, 'x' AS x, ARRAY[1, 2] AS list

SELECT row_number() OVER () AS n, id FROM people

SELECT (SELECT count(*) FROM orders o WHERE o.person = p.id) AS orders, (SELECT max(at) FROM orders o WHERE o.person = p.id) AS last FROM people p

SELECT EXISTS (SELECT 1 FROM orders o WHERE o.person = p.id) AS buys, p.id IN (SELECT person FROM orders) AS bought FROM people p

SELECT (SELECT name FROM teams WHERE id = {{i}}) AS name

SELECT DISTINCT name FROM people

SELECT DISTINCT ON (team) team, name FROM people ORDER BY team, name

SELECT {{i}}::bigint AS i, {{s}}::text AS s, {{f}}::float8 AS f, {{b}}::boolean AS b, {{t}}::timestamptz AS t

SELECT id FROM people ORDER BY name NULLS LAST, id DESC LIMIT {{i}} OFFSET {{n}}

SELECT id FROM people FETCH FIRST 3 ROWS ONLY

SELECT id FROM people WHERE name = {{s}} FOR UPDATE

SELECT id FROM people ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED

TABLE teams

VALUES (1, 'a'), (2, 'b')

SELECT v.a, v.b FROM (VALUES (1, 'a'), (2, NULL)) AS v (a, b)

SELECT g AS n FROM generate_series(1, 5) AS g

SELECT d::date AS day FROM generate_series(now() - interval '3 days', now(), interval '1 day') AS d

SELECT u AS tag FROM people, unnest(tags) AS u

SELECT u.tag, u.n FROM people, unnest(tags) WITH ORDINALITY AS u (tag, n)

-- # Joins
SELECT p.name, t.name AS team FROM people p JOIN teams t ON t.id = p.team

SELECT p.name, t.name AS team, t.id AS team_id FROM people p LEFT JOIN teams t ON t.id = p.team

SELECT p.name, t.name AS team FROM people p RIGHT JOIN teams t ON t.id = p.team

SELECT p.name, t.name AS team FROM people p FULL JOIN teams t ON t.id = p.team

SELECT p.name, t.name AS team FROM people p CROSS JOIN teams t

SELECT p.name, b.name AS boss, c.name AS top FROM people p LEFT JOIN people b ON b.id = p.boss LEFT JOIN people c ON c.id = b.boss

SELECT p.name, o.item FROM people p LEFT JOIN orders o ON o.person = p.id WHERE o.id IS NOT NULL

SELECT p.name, o.item FROM people p LEFT JOIN (orders o JOIN people q ON q.id = o.person) ON o.person = p.id

SELECT id, person, item FROM orders NATURAL JOIN (SELECT id FROM people) p

SELECT id, a.name, b.name AS other FROM people a JOIN people b USING (id)

SELECT id, a.name, b.item FROM people a LEFT JOIN orders b USING (id)

SELECT p.name, l.item FROM people p LEFT JOIN LATERAL (SELECT item FROM orders o WHERE o.person = p.id ORDER BY at DESC LIMIT 1) l ON true

SELECT p.name, l.item FROM people p CROSS JOIN LATERAL (SELECT item FROM orders o WHERE o.person = p.id LIMIT 1) l

SELECT p.name, l.n FROM people p, LATERAL (SELECT count(*) AS n FROM orders o WHERE o.person = p.id) l

SELECT x.name, x.item FROM (SELECT p.name, o.item FROM people p LEFT JOIN orders o ON o.person = p.id) x

SELECT r.name, r.salary FROM rich r

SELECT t.name, r.name AS who FROM teams t LEFT JOIN rich r ON r.id = t.id

SELECT coalesce(t.name, 'none') AS team, count(p.id) AS n FROM people p LEFT JOIN teams t ON t.id = p.team GROUP BY t.name

-- # Groups
SELECT count(*) AS n, count(age) AS ages, sum(age) AS total, avg(age) AS mean, min(name) AS first, max(made) AS last FROM people

SELECT team, count(*) AS n, sum(weight) AS w, avg(weight) AS a, max(age) AS oldest FROM people GROUP BY team

SELECT team, count(*) AS n FROM people GROUP BY team HAVING count(*) > {{i}}

SELECT team, string_agg(name, ', ' ORDER BY name) AS names, array_agg(name) AS list, bool_and(active) AS all_active, bool_or(active) AS any_active FROM people GROUP BY team

SELECT count(*) FILTER (WHERE active) AS active, sum(salary) FILTER (WHERE active) AS paid FROM people

SELECT team, feels, count(*) AS n FROM people GROUP BY ROLLUP (team, feels)

SELECT team, feels, count(*) AS n FROM people GROUP BY GROUPING SETS ((team), (feels), ())

SELECT team, grouping(team) AS g, count(*) AS n FROM people GROUP BY CUBE (team)

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY weight) AS median, mode() WITHIN GROUP (ORDER BY name) AS m FROM people

SELECT jsonb_agg(name) AS names, json_object_agg(id, name) AS by_id FROM people

SELECT count(DISTINCT team) AS teams, stddev(weight) AS sd, corr(weight, score) AS c FROM people

SELECT date_trunc('month', at) AS month, sum(qty * price) AS turnover FROM orders GROUP BY 1 ORDER BY 1

SELECT max(salary) AS m FROM people HAVING count(*) > 0

SELECT 1 AS one FROM people GROUP BY ()

-- # Windows
SELECT name, rank() OVER (ORDER BY weight DESC) AS r, dense_rank() OVER (ORDER BY weight) AS d, ntile(4) OVER (ORDER BY id) AS q FROM people

SELECT name, lag(name) OVER (ORDER BY id) AS before, lead(name) OVER (ORDER BY id) AS after, lag(name, 1, 'none') OVER (ORDER BY id) AS b2 FROM people

SELECT name, sum(weight) OVER (PARTITION BY team ORDER BY id) AS running, avg(age) OVER w AS a, count(*) OVER w AS n FROM people WINDOW w AS (PARTITION BY team)

SELECT name, first_value(name) OVER (ORDER BY id) AS f, last_value(name) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS l, nth_value(name, 2) OVER (ORDER BY id) AS n FROM people

SELECT id, name FROM (SELECT id, name, row_number() OVER (PARTITION BY team ORDER BY id) AS n FROM people) x WHERE n = 1

-- # Sets
SELECT name FROM people UNION SELECT name FROM teams

SELECT name, id FROM people UNION ALL SELECT motto, id FROM teams

SELECT name FROM people INTERSECT SELECT name FROM teams

SELECT name FROM people EXCEPT SELECT motto FROM teams

(SELECT name FROM people LIMIT 1) UNION ALL (SELECT name FROM teams LIMIT 1)

-- # With
WITH young AS (SELECT id, name FROM people WHERE age < {{i}}) SELECT name FROM young

WITH RECURSIVE up AS (SELECT id, boss, 1 AS depth FROM people WHERE id = {{i}} UNION ALL SELECT p.id, p.boss, up.depth + 1 FROM people p JOIN up ON up.boss = p.id) SELECT id, depth, boss FROM up

WITH gone AS (DELETE FROM orders WHERE qty > {{i}} RETURNING id, person, note) SELECT id, person, note FROM gone

WITH made AS (INSERT INTO teams (name) VALUES ({{s}}) RETURNING id, motto) SELECT id, motto FROM made

WITH t AS MATERIALIZED (SELECT count(*) AS n FROM people) SELECT n FROM t

WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT x, y FROM a, b

-- # Writes
INSERT INTO teams (name) VALUES ({{s}})

INSERT INTO teams (name, motto) VALUES ({{s}}, NULL) RETURNING id, name, motto

INSERT INTO teams (name) VALUES ({{s}}) RETURNING *

INSERT INTO teams (name) VALUES ({{s}}) ON CONFLICT (name) DO NOTHING RETURNING id

INSERT INTO teams (name, motto) VALUES ({{s}}, {{s}}) ON CONFLICT (name) DO UPDATE SET motto = EXCLUDED.motto RETURNING id, motto, (xmax = 0) AS fresh

INSERT INTO teams (name) SELECT name || {{s}} FROM people RETURNING id, name

INSERT INTO people (name, mail, feels, age, salary, seen, born) VALUES ({{s}}, 'x@y', 'glad', 3, 10.5, {{t}}, '2000-01-31') RETURNING id, key, full_name, feels, made

INSERT INTO people (name, mail) VALUES ({{s}}, {{s}} || '@y') RETURNING mail

INSERT INTO people DEFAULT VALUES

INSERT INTO orders (person, item, qty, price) VALUES (1, {{s}}, {{i}}, 1.5) ON CONFLICT (person, item) DO UPDATE SET qty = orders.qty + EXCLUDED.qty WHERE orders.qty < 100 RETURNING qty

INSERT INTO teams (name) VALUES ({{s}}), ({{s}} || '2') RETURNING id

INSERT INTO teams (id, name) OVERRIDING SYSTEM VALUE VALUES (999, {{s}}) RETURNING id

UPDATE people SET name = {{s}} WHERE id = {{i}}

UPDATE people SET name = {{s}}, age = age + 1 WHERE id = {{i}} RETURNING name, age, team

UPDATE people SET team = NULL, felt = feels WHERE id = {{i}} RETURNING team, felt

UPDATE people p SET team = t.id FROM teams t WHERE t.name = {{s}} AND p.id = {{i}} RETURNING p.id, p.team, t.name, t.motto

UPDATE people SET (age, score) = (1, 2) WHERE id = {{i}} RETURNING age, score

UPDATE people SET doc = doc || jsonb_build_object('a', 1), tags = array_append(tags, 'x') WHERE id = {{i}} RETURNING doc, tags

UPDATE people SET seen = now() WHERE active = {{b}} RETURNING seen

UPDATE people SET salary = salary * {{f}} WHERE id = 1 RETURNING salary

DELETE FROM orders WHERE id = {{i}}

DELETE FROM orders WHERE person = {{i}} RETURNING *

DELETE FROM orders o USING people p WHERE p.id = o.person AND p.name = {{s}} RETURNING o.id, p.name, p.age

MERGE INTO teams t USING (SELECT 'm' AS name) s ON t.name = s.name WHEN NOT MATCHED THEN INSERT (name) VALUES (s.name)

-- # JSON
SELECT doc, extra, doc -> 'a' AS a, doc ->> 'a' AS t, doc #> '{a,b}' AS p, doc #>> '{a,b}' AS q FROM people

SELECT doc ? 'a' AS has, doc @> '{"a": 1}' AS holds, doc || '{}' AS more, doc - 'a' AS less FROM people

SELECT jsonb_build_object('id', id, 'name', name) AS o, row_to_json(teams) AS r, to_jsonb(name) AS n FROM teams

SELECT jsonb_array_elements_text('["a"]') AS e

SELECT e.key, e.value FROM people, jsonb_each_text(doc) AS e

SELECT (doc ->> 'n')::int AS n FROM people

SELECT jsonb_path_query_first(doc, '$.a') AS a, jsonb_typeof(doc) AS t, jsonb_set(doc, '{a}', '1') AS s FROM people

SELECT id FROM people WHERE doc ->> 'a' = {{s}}

SELECT id FROM people WHERE doc @> jsonb_build_object('a', {{s}}::text)

-- # Lists
SELECT tags, tags[1] AS one, cardinality(tags) AS n, array_length(tags, 1) AS l, 'x' = ANY (tags) AS has, tags || 'y' AS more FROM people

SELECT id FROM people WHERE tags @> ARRAY['x'] OR tags && ARRAY['y']

SELECT array_to_string(tags, ',') AS t, array_position(tags, 'x') AS at, array_remove(tags, 'x') AS r FROM people

SELECT ARRAY(SELECT name FROM people ORDER BY id) AS names

SELECT id FROM people WHERE {{s}} = ANY (tags)

-- # Full text
SELECT id FROM people WHERE to_tsvector('english', name) @@ plainto_tsquery('english', {{s}})

SELECT ts_rank(to_tsvector('simple', name), to_tsquery('simple', 'a')) AS rank, ts_headline(name, to_tsquery('a')) AS shown FROM people

SELECT id FROM people WHERE to_tsvector(name) @@ websearch_to_tsquery({{s}})

-- # Conditions
SELECT id, age FROM people WHERE age IS NOT NULL

SELECT id, age FROM people WHERE age > 3

SELECT id, age, felt FROM people WHERE age > 3 AND felt = 'glad'

SELECT id, age FROM people WHERE age > 3 OR felt = 'glad'

SELECT id, age FROM people WHERE NOT (age IS NULL)

SELECT id, motto FROM teams WHERE motto = {{s}}

SELECT id, motto FROM teams WHERE motto LIKE {{s}} || '%'

SELECT id FROM people WHERE ({{s}}::text IS NULL OR name = {{s}})

SELECT id FROM people WHERE {{i}} IS NULL OR age = {{i}}

SELECT id FROM people WHERE made > {{t}} AND made < now() - make_interval(days => {{i}}::int)

SELECT id FROM people WHERE age = {{i}} AND weight > {{f}} AND active = {{b}}

SELECT id FROM people WHERE lower(name) = lower({{s}})

SELECT id FROM people WHERE (name, team) > ({{s}}, {{i}}) ORDER BY name, team LIMIT 5

SELECT id FROM people WHERE name = 'it''s' AND name <> E'a\'b' AND name <> $$dollar$$ -- a comment

SELECT id /* in a comment */ FROM people

SELECT "id", "name" AS "Name" FROM "people"

SELECT id FROM public.people

SELECT pg_advisory_xact_lock({{i}}) AS locked

SELECT set_config('a.b', {{s}}, true) AS was, current_setting('a.b', true) AS "is"

-- # What PostgreSQL refuses
SELECT nam FROM people

SELECT name FROM peopl

SELECT p.name FROM people q

SELEC name FROM people

SELECT name FROM people WHERE

SELECT upper(age) AS u FROM people

SELECT name + 1 AS n FROM people

SELECT name FROM people WHERE age = 'x'

SELECT team, name FROM people GROUP BY team

SELECT name FROM people UNION SELECT id FROM teams

SELECT name FROM people UNION SELECT name, id FROM teams

INSERT INTO teams (nam) VALUES ({{s}})

INSERT INTO teams (name) VALUES ({{s}}, 1)

INSERT INTO people (feels, name, mail) VALUES ('angry', {{s}}, 'a@b')

UPDATE people SET nam = {{s}} WHERE id = 1

UPDATE people SET age = name WHERE id = 1

UPDATE people SET full_name = {{s}} WHERE id = 1

DELETE FROM orders WHERE nowhere = 1

SELECT count(*) AS n FROM people WHERE count(*) > 1

SELECT name FROM people ORDER BY 7

SELECT name FROM people p JOIN teams t ON t.id = p.team

SELECT id FROM people WHERE id = (SELECT 1, 2)

SELECT nofunction(name) AS x FROM people

SELECT name::nothing AS x FROM people

INSERT INTO teams (name) VALUES ({{s}}) ON CONFLICT (motto) DO NOTHING

INSERT INTO orders (person, item, qty, price) VALUES (1, 'z', 1, 1) ON CONFLICT (item, id) DO NOTHING

WITH x AS (SELECT 1) SELECT y FROM x

SELECT name FROM people WHERE name = ANY ('x')

SELECT rank() AS r FROM people

-- late of SQLite: datatype mismatch
SELECT name FROM people LIMIT 'x'

SELECT doc -> 'a' + 1 AS a FROM people

-- # Arrays, days, enums
SELECT tags, tags[1] AS first, cardinality(tags) AS n FROM people

SELECT array_agg(name) AS names FROM people GROUP BY team

SELECT ARRAY(SELECT id FROM teams ORDER BY id) AS ids

SELECT unnest(tags) AS tag FROM people

SELECT name FROM people WHERE tags @> ARRAY['x']

SELECT name FROM people WHERE 'x' = ANY (tags)

SELECT array_append(tags, {{s}}) AS more FROM people

SELECT string_to_array({{s}}, 'n') AS parts

SELECT born, born + 1 AS next, born - DATE '2000-01-01' AS days FROM people

SELECT extract(year FROM born)::int AS year FROM people WHERE born > DATE '1999-01-01'

SELECT max(born) AS last FROM people

SELECT born FROM people WHERE born IS NOT NULL

SELECT feels, felt, coalesce(felt, feels) AS mood FROM people

SELECT feels FROM people WHERE feels = 'happy'

SELECT feels FROM people WHERE feels IN ('glad', 'sad')

SELECT enum_range(NULL::mood) AS all_of_them

INSERT INTO people (name, mail, tags, born) VALUES ('n', 'n@x', ARRAY['a', 'b'], '2024-02-29') RETURNING tags, born, key

UPDATE people SET felt = 'calm' WHERE id = {{i}} RETURNING felt

UPDATE people SET felt = 'mad' WHERE id = {{i}}

INSERT INTO orders (person, item, qty, price) VALUES (1, 'z', 1, 1) ON CONFLICT (item, person) DO UPDATE SET qty = orders.qty + 1 RETURNING qty

-- # What only lint refuses
-- lint: has no name
SELECT count(*), 1 + 1 FROM people

-- lint: are named "name"
SELECT p.name, t.name FROM people p JOIN teams t ON t.id = p.team

-- lint: is NOT NULL, without a default, and gets no value
INSERT INTO teams (motto) VALUES ({{s}})

-- lint: is NOT NULL
UPDATE teams SET name = NULL WHERE id = {{i}}

-- lint: has no value
SELECT id FROM people WHERE id = $1

-- # Elements of arrays that are null
SELECT ARRAY[1, NULL, 3] AS a, ARRAY['NULL', name] AS b, tags || NULL::text AS c FROM people

SELECT array_agg(age) AS ages, array_agg(name ORDER BY id) AS names, array_agg(felt) AS moods FROM people GROUP BY team

-- # Nulls where a value is typed
SELECT id, name FROM copied

SELECT (id, m) = (1, 2) AS a, (id, m) < (1, 2) AS b, (id, m) IN ((1, 2), (2, 3)) AS c, (id, id) IN ((1, 1)) AS d FROM spans

SELECT (id, m) IN (SELECT id, id FROM people) AS a, (m, id) <> (1, 2) AS b FROM spans

SELECT substring(name from 'x(.)') AS a, substring(name, 'zz') AS b, substring(name from 2) AS c, substring(name from position('P' in name)) AS d FROM people

SELECT lower(during) AS a, upper(during) AS b, lower_inf(during) AS c, isempty(during) AS d, range_merge(during, during) AS e FROM spans

SELECT current_setting('a.b', true) AS a, current_setting('work_mem') AS b

SELECT words @@ to_tsquery('a') AS a, doc @@ '$.a > 1' AS b, doc @? '$.a' AS c, doc::text AS d FROM spans

SELECT stddev(id) AS a, variance(id) AS b, corr(id, m) AS c, covar_samp(id, m) AS d, stddev_pop(id) AS e, count(m) AS f FROM spans GROUP BY id

SELECT sum(id) AS a, count(*) AS b, max(id) AS c FROM spans WHERE id > 99 GROUP BY ()

SELECT id, sum(m) AS m FROM spans GROUP BY GROUPING SETS ((id), ())

INSERT INTO guarded (nick, other) VALUES ('a', 'b') RETURNING nick, other, id

UPDATE guarded SET other = 'x' WHERE nick IS NOT NULL RETURNING nick, other

SELECT name FROM loosened

SELECT judged(name) AS a, judged(name) IS NULL AS b FROM people

SELECT to_char(made, 'YYYY-MM') AS a, to_char(made, '') AS b, extract(month FROM made) AS c, date_trunc('day', made) AS d FROM people

SELECT stddev(id) OVER (PARTITION BY id) AS a, sum(id) OVER (PARTITION BY id) AS b, ntile(4) OVER (ORDER BY id) AS c, count(*) OVER () AS d FROM spans

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY id) AS a, mode() WITHIN GROUP (ORDER BY m) AS b, array_agg(m) AS c FROM spans GROUP BY id

SELECT array_length(tags, 1) AS a, cardinality(tags) AS b, array_position(tags, 'q') AS c, array_to_string(tags, ',') AS d, regexp_match(name, 'q') AS e FROM people
