-- What flowc migrate storage prints: rate limits of the workflows are counted there.
-- +goose Up
CREATE TABLE IF NOT EXISTS flowc_storage (
	key     BYTEA PRIMARY KEY,
	count   BIGINT,
	value   TEXT,
	expires TIMESTAMPTZ NOT NULL
);
CREATE INDEX IF NOT EXISTS flowc_storage_expires ON flowc_storage (expires);

-- +goose Down
DROP TABLE flowc_storage;
