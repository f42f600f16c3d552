-- +goose Up
-- Who may do what. Passwords are not here: BASIC_AUTH_USERS holds their hashes.
CREATE TABLE staff (
  login TEXT PRIMARY KEY NOT NULL,
  role  TEXT NOT NULL CHECK (role IN ('admin', 'support'))
);

CREATE TABLE customers (
  id        INTEGER PRIMARY KEY,
  email     TEXT NOT NULL UNIQUE COLLATE NOCASE,
  added_by  TEXT NOT NULL, -- the name of an API key
  suspended BOOLEAN NOT NULL DEFAULT FALSE
);

-- +goose Down
DROP TABLE customers;
DROP TABLE staff;
