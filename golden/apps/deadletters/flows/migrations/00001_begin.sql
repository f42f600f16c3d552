-- +goose Up
-- What was received, until it is passed on; then it says when.
CREATE TABLE letters (
  id          TEXT PRIMARY KEY NOT NULL, -- the sender's, of the delivery
  body        JSON NOT NULL,
  received_at TIMESTAMP NOT NULL,
  sent_at     TIMESTAMP,
  held_until  TIMESTAMP, -- by who passes it on: nobody else does meanwhile
  reason      TEXT -- why it could not be passed on
);

-- +goose Down
DROP TABLE letters;
