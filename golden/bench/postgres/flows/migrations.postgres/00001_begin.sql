-- +goose Up
CREATE TABLE accounts (
  id        BIGINT PRIMARY KEY,
  name      TEXT NOT NULL,
  email     TEXT NOT NULL,
  note      TEXT,
  amount    BIGINT NOT NULL CHECK (amount >= 0),
  opened_at TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);

INSERT INTO accounts (id, name, email, note, amount, opened_at)
SELECT n, 'Ada Lovelace', 'ada' || n || '@example.com', CASE WHEN n % 2 = 0 THEN 'a good customer' END, 1000000000, '2026-01-31 12:00:00+00'
FROM generate_series(1, 10000) AS n;

CREATE TABLE items (
  id        BIGINT PRIMARY KEY,
  owner     TEXT NOT NULL,
  sku       TEXT NOT NULL,
  name      TEXT NOT NULL,
  note      TEXT,
  quantity  BIGINT NOT NULL,
  bought_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX items_owner ON items (owner, id);

INSERT INTO items (id, owner, sku, name, note, quantity, bought_at)
SELECT n, 'owner' || n / 100, 'lamp-' || n, 'Desk lamp, made of brass', CASE WHEN n % 2 = 0 THEN 'as a present' END, n, '2026-01-31 12:00:00+00'
FROM generate_series(0, 9999) AS n;

-- +goose Down
DROP TABLE items;
DROP TABLE accounts;
