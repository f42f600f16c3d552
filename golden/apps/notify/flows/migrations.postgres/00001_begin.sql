-- +goose Up
-- Orders, and what the warehouse made of them.
CREATE TABLE orders (
  id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item     TEXT NOT NULL,
  quantity BIGINT NOT NULL,
  ticket   TEXT,   -- of the warehouse
  failure  BIGINT  -- why it has none: the status of its answer, or 503, 504 where there was none
);

-- +goose Down
DROP TABLE orders;
