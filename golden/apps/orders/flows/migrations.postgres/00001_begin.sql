-- +goose Up
-- What can be ordered, and what was.
CREATE TABLE products (
  sku  TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE orders (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer     TEXT NOT NULL, -- the sub of a token
  number       TEXT NOT NULL, -- the customer's own
  note         TEXT,
  placed_at    TIMESTAMPTZ NOT NULL,
  deliver_by   TIMESTAMPTZ,
  cancelled_at TIMESTAMPTZ,
  UNIQUE (customer, number)
);

CREATE TABLE items (
  order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  sku      TEXT NOT NULL REFERENCES products (sku),
  quantity BIGINT NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, sku)
);

INSERT INTO products (sku, name) VALUES ('lamp', 'Desk lamp'), ('desk', 'Standing desk'), ('chair', 'Office chair');

-- +goose Down
DROP TABLE items;
DROP TABLE orders;
DROP TABLE products;
