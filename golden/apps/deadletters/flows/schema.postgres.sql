-- What was received, until it is passed on; then it says when.
CREATE TABLE letters (
  id          TEXT PRIMARY KEY, -- the sender's, of the delivery
  body        JSONB NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  sent_at     TIMESTAMPTZ,
  reason      TEXT -- why it could not be passed on
);
