-- +goose Up
CREATE EXTENSION IF NOT EXISTS citext;

-- Who can log in, and the sessions that are open.
CREATE TABLE users (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         CITEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMPTZ NOT NULL
);

-- Organizations, who is in them, and who was asked to be. An organization always has an owner.
CREATE TABLE organizations (
  id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE members (
  organization BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  person       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role         TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  PRIMARY KEY (organization, person)
);

CREATE TABLE invitations (
  organization BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email        CITEXT NOT NULL,
  role         TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  inviter      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- it ends where that one may invite no more
  token_hash   TEXT NOT NULL UNIQUE,
  expires_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (organization, email) -- a second invitation takes the place of the first
);

-- The keys of an organization's own programs, and what these bring in.
CREATE TABLE keys (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  key_hash     TEXT NOT NULL UNIQUE -- of the whole header: Bearer and the key
);

CREATE TABLE contacts (
  organization BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email        CITEXT NOT NULL,
  name         TEXT NOT NULL,
  PRIMARY KEY (organization, email)
);

-- +goose Down
DROP TABLE contacts;
DROP TABLE keys;
DROP TABLE invitations;
DROP TABLE members;
DROP TABLE organizations;
DROP TABLE sessions;
DROP TABLE users;
