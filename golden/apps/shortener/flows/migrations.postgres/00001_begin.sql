-- +goose Up
-- Short links, and how often each was followed.
CREATE TABLE links (
  code   TEXT PRIMARY KEY,
  url    TEXT NOT NULL,
  owner  TEXT NOT NULL, -- the name of a key
  visits BIGINT NOT NULL DEFAULT 0
);

-- +goose Down
DROP TABLE links;
