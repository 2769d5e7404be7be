-- What the documents of a settled day were computed of, so that a batch leaves alone a day of which nothing has changed since. Rules and
-- configuration as a digest; the documents by the revision that whatever writes them raises. NULL: not known, and such a day is computed.
ALTER TABLE telemetry.processed_day ADD COLUMN rules_digest text, ADD COLUMN documents_revision bigint;
