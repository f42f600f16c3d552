-- +goose Up
CREATE TABLE issues (
	id INTEGER PRIMARY KEY,
	project_id INTEGER NOT NULL REFERENCES projects (id),
	author_id INTEGER NOT NULL REFERENCES people (id),
	title TEXT NOT NULL,
	opened_at TIMESTAMP NOT NULL,
	closed_at TIMESTAMP
);

CREATE INDEX issues_of_project ON issues (project_id, id);

-- +goose Down
DROP TABLE issues;
