CREATE TABLE letters (
  id TEXT PRIMARY KEY,
  reason TEXT NOT NULL
);
CREATE TABLE stock (
  sku TEXT PRIMARY KEY,
  remaining INTEGER NOT NULL
);
CREATE TABLE sales (
  sku TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0)
);
