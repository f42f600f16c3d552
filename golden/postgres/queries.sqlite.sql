-- Everyday statements as SQLite alone writes them, in the form of queries.sql.

SELECT ifnull(age, 0) AS age, iif(age > 3, 'old', 'young') AS how, iif(age > 3, motto, 'x') AS m FROM people JOIN teams ON teams.id = people.team

SELECT strftime('%Y', made) AS year, date(made) AS day, datetime(seen, '+1 day') AS later, julianday(made) - julianday(seen) AS apart FROM people

SELECT unixepoch(made) AS at, unixepoch(seen) AS seen, CURRENT_TIMESTAMP AS now FROM people

SELECT group_concat(name, ', ') AS names, total(age) AS all_of, sum(age) AS s, avg(score) AS a, max(seen) AS last FROM people

SELECT team, group_concat(name) AS names, count(*) AS n FROM people GROUP BY team HAVING count(*) > 1

SELECT json_extract(doc, '$.a') AS a, doc ->> '$.a' AS b, json_type(extra, '$.a') AS t, json_valid(doc) AS ok FROM people

SELECT p.id, e.value AS v FROM people p, json_each(p.extra) e

SELECT json_group_array(name) AS names, json_object('n', count(*)) AS o FROM people

SELECT instr(name, 'n') AS i, substr(name, 1, 2) AS s, trim(note) AS n, printf('%s!', item) AS p FROM people JOIN orders ON orders.person = people.id

SELECT hex(photo) AS h, length(photo) AS n, typeof(age) AS t, quote(age) AS q, photo FROM people

SELECT abs(age) AS a, round(score, 1) AS r, min(age, 3) AS low, max(age, 3) AS high, random() AS any_of FROM people

SELECT id, row_number() OVER (PARTITION BY team ORDER BY id) AS n, lag(age) OVER (ORDER BY id) AS before, sum(age) OVER (ORDER BY id) AS so_far FROM people

SELECT rowid AS r, id FROM orders WHERE person = {{i}} AND note IS NOT {{s}}

SELECT name FROM people WHERE name GLOB 'P*' AND mail LIKE {{s}} ESCAPE '\' COLLATE NOCASE

INSERT OR IGNORE INTO teams (name, motto) VALUES ({{s}}, NULL)

INSERT OR IGNORE INTO teams (name) VALUES ('red') RETURNING id, motto

INSERT OR REPLACE INTO teams (id, name) VALUES ({{i}}, {{s}}) RETURNING *

REPLACE INTO teams (id, name) VALUES (9, 'nine')

INSERT INTO teams VALUES (9, {{s}}, 'x') ON CONFLICT (name) DO UPDATE SET motto = excluded.motto RETURNING id, name, motto

UPDATE people SET age = ifnull(age, 0) + 1 WHERE id = {{i}} RETURNING id, age, seen

UPDATE orders SET note = p.name FROM people p WHERE p.id = orders.person RETURNING orders.id, note

DELETE FROM orders WHERE person IN (SELECT id FROM people WHERE team = {{i}}) RETURNING id, note

WITH RECURSIVE above (id, boss, depth) AS (SELECT id, boss, 0 FROM people WHERE id = {{i}} UNION ALL SELECT p.id, p.boss, depth + 1 FROM people p JOIN above a ON p.id = a.boss) SELECT id, boss, depth FROM above

WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 5) SELECT x FROM n

SELECT t.*, p.* FROM teams t LEFT JOIN (SELECT team, count(*) AS members FROM people GROUP BY team) p ON p.team = t.id

SELECT t.name AS team, p.name AS boss FROM teams t FULL JOIN people p ON p.team = t.id AND p.boss IS NULL

SELECT name FROM people WHERE (team, boss) IN (VALUES (1, 2), (2, 3)) OR EXISTS (SELECT 1 FROM orders WHERE person = people.id)

SELECT nothing FROM people

SELECT id FROM people WHERE made > now()

SELECT id::text AS t FROM people

SELECT date_trunc('day', made) AS d FROM people
