-- Nothing is stored here: rows are made of constants.
CREATE TABLE notes (text TEXT NOT NULL);
