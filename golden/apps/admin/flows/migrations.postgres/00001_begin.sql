-- +goose Up
-- Who may do what. Passwords are not here: BASIC_AUTH_USERS holds their hashes.
CREATE EXTENSION IF NOT EXISTS citext;

CREATE TABLE staff (
  login TEXT PRIMARY KEY,
  role  TEXT NOT NULL CHECK (role IN ('admin', 'support'))
);

CREATE TABLE customers (
  id        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email     CITEXT NOT NULL UNIQUE,
  added_by  TEXT NOT NULL, -- the name of an API key
  suspended BOOLEAN NOT NULL DEFAULT FALSE
);

-- +goose Down
DROP TABLE customers;
DROP TABLE staff;
