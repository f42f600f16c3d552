-- +goose Up
-- Orders, and what the warehouse made of them.
CREATE TABLE orders (
  id       INTEGER PRIMARY KEY,
  item     TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  ticket   TEXT,   -- of the warehouse
  failure  INTEGER -- why it has none: the status of its answer, or 503, 504 where there was none
);

-- +goose Down
DROP TABLE orders;
