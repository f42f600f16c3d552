-- +goose Up
CREATE TABLE items (
  id        INTEGER PRIMARY KEY,
  owner     TEXT NOT NULL,
  sku       TEXT NOT NULL,
  name      TEXT NOT NULL,
  note      TEXT,
  quantity  INTEGER NOT NULL,
  bought_at TIMESTAMP NOT NULL
);

WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
INSERT INTO items (owner, sku, name, note, quantity, bought_at)
SELECT 'ada', 'lamp-' || n, 'Desk lamp, made of brass', CASE WHEN n % 2 = 0 THEN 'as a present' END, n, '2026-01-31 12:00:00' FROM numbers;

-- +goose Down
DROP TABLE items;
