CREATE TABLE letters (
  id TEXT PRIMARY KEY,
  reason TEXT NOT NULL
);
