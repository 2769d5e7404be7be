-- Which version of an entry an operator has seen, so that of two who change it at once the second is told.
ALTER TABLE operations.global_log ADD COLUMN version integer NOT NULL DEFAULT 1;
