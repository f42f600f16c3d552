-- +goose Up
-- What was received, until it is passed on; then it says when.
CREATE TABLE letters (
  id          TEXT PRIMARY KEY, -- the sender's, of the delivery
  body        JSONB NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  sent_at     TIMESTAMPTZ,
  held_until  TIMESTAMPTZ, -- by who passes it on: nobody else does meanwhile
  reason      TEXT -- why it could not be passed on
);

-- +goose Down
DROP TABLE letters;
