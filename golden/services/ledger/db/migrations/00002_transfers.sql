-- +goose Up
CREATE TABLE transfers (
	id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	debit_id BIGINT NOT NULL REFERENCES accounts (id),
	credit_id BIGINT NOT NULL REFERENCES accounts (id),
	amount BIGINT NOT NULL CHECK (amount > 0),
	client_id BIGINT NOT NULL REFERENCES clients (id),
	at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE audit (
	at TIMESTAMPTZ NOT NULL DEFAULT now(),
	client_id BIGINT NOT NULL REFERENCES clients (id),
	amount BIGINT NOT NULL
);

-- +goose Down
DROP TABLE audit;
DROP TABLE transfers;
