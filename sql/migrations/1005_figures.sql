-- Documents (processed periods), the ledger that says which business days they no longer agree with, the feed of their
-- changes, and who is told of settled days.
-- Stands for 0004_documents, 0016_packed_entries, 0022_exact_views, 0024_storage, 0025_document_revision, 0030_changes.
-- Stands for 0031_settled_events, 0032_document_mismatch, 0075_lacking_documents, 0082_settled_inputs.
-- Stands for 0083_retired_units, 0086_rules_version.

CREATE TABLE telemetry.document (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  period       text NOT NULL CHECK (period IN ('DAILY', 'MONTHLY', 'YEARLY')),
  -- First business date of the period.
  period_start date NOT NULL,
  value        double precision,
  -- Quality units: parameter to mean. value is null then.
  value_by_parameter jsonb,
  param_value  jsonb,
  -- json, not jsonb: text costs no parsing where all of it is written and read whole.
  meta         json NOT NULL,
  provenance   json NOT NULL,
  -- hourly, daily or monthly entries. One array per field (src/figures/store/packed-entries.ts) keeps a document in
  -- its row instead of out of line.
  entries      json NOT NULL,
  computed_at  timestamptz NOT NULL,
  -- Every document is in the feed of changes once, at its newest change. Numbers of an industry are given under the
  -- lock that its documents are written under (documents.lock_industry). So their order is the order of
  -- commits, and whoever has read up to a number has missed nothing below it.
  change_no    bigint NOT NULL,
  -- The figure before: a number, null or parameter to mean, as JSON. NULL: there was no document.
  previous_value json,
  -- Why it was computed: causes of the marks, 'batch' without one.
  causes       text[] NOT NULL,
  PRIMARY KEY (unit_key, period, period_start)
);
-- "All documents of this industry for these days", for exports and views.
CREATE INDEX document_industry ON telemetry.document (industry_key, period, period_start);
-- Unique, so that a writer without the lock is refused instead of hiding a change.
CREATE UNIQUE INDEX document_change ON telemetry.document (industry_key, period, change_no);

-- Documents that were taken away. A document that was written anew since counts.
CREATE TABLE telemetry.removed_document (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  period       text NOT NULL,
  period_start date NOT NULL,
  change_no    bigint NOT NULL,
  previous_value json NOT NULL,
  causes       text[] NOT NULL,
  PRIMARY KEY (unit_key, period, period_start)
);
CREATE UNIQUE INDEX removed_document_change ON telemetry.removed_document (industry_key, period, change_no);

-- Which documents a process may keep in memory: those of a business day whose revision is still the one they were read
-- at. Whatever writes daily documents gives their day another one, also a hand at a psql prompt, so it is a trigger
-- that does. Numbers come from a sequence, because one that was rolled back must not come again.
CREATE TABLE telemetry.document_revision (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  revision      bigint NOT NULL,
  PRIMARY KEY (industry_key, business_date)
);
CREATE SEQUENCE telemetry.document_revision_number OWNED BY telemetry.document_revision.revision;

CREATE FUNCTION telemetry.raise_document_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO telemetry.document_revision (industry_key, business_date, revision)
  SELECT industry_key, period_start, nextval('telemetry.document_revision_number')
  FROM (SELECT DISTINCT industry_key, period_start FROM changed
        WHERE period = 'DAILY' ORDER BY industry_key, period_start) AS days
  ON CONFLICT (industry_key, business_date) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END $$;

CREATE TRIGGER raise_revision_on_insert AFTER INSERT ON telemetry.document
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_update AFTER UPDATE ON telemetry.document
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_delete AFTER DELETE ON telemetry.document
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();

-- Documents that did not say what their rollups say although no rule lies between the two: for the metric and for the
-- operator.
CREATE TABLE telemetry.document_mismatch (
  mismatch_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  period       text NOT NULL CHECK (period IN ('DAILY', 'MONTHLY', 'YEARLY')),
  period_start date NOT NULL,
  -- What the rollup says, and what the document said.
  expected     jsonb NOT NULL,
  found        jsonb NOT NULL,
  found_at     timestamptz NOT NULL,
  -- null: open, looked at again every night.
  agreed_at    timestamptz
);
CREATE UNIQUE INDEX document_mismatch_open ON telemetry.document_mismatch (unit_key, period, period_start)
  WHERE agreed_at IS NULL;

-- One row per business day whose documents were all written; the day is settled when it also has no row in stale_day.
CREATE TABLE telemetry.processed_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  processed_at  timestamptz NOT NULL,
  -- The newest change of the day's documents that an event has told of.
  told_change_no bigint NOT NULL DEFAULT 0,
  -- What the documents of a settled day were computed of, so that a batch leaves alone a day of which nothing has
  -- changed since. Rules and configuration as a digest; the documents by the revision that whatever writes them raises.
  -- NULL: not known, and such a day is computed.
  rules_digest  text,
  documents_revision bigint,
  -- The version of the rules in code that the day follows, or was held against: it was rebuilt, had no document of an
  -- earlier version, or is sealed. 0: nobody has looked yet. A release that raises the version finds by it what is to
  -- be computed anew.
  rules_version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (industry_key, business_date)
);
CREATE INDEX processed_day_rules ON telemetry.processed_day (rules_version, business_date DESC, industry_key);

-- A mark rewrites its row: with room beside it in its page the old version's place is used again, and what is left goes
-- at once. The marks of busy days had left 25 MB behind in a table that is nearly always empty.
CREATE TABLE telemetry.stale_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  -- Units whose figures may be wrong; their dependants are found when the day is rebuilt.
  unit_keys     integer[] NOT NULL,
  -- cause -> how often it was marked for it: late reading, correction, register check, changed configuration, rollup
  -- repair.
  causes        jsonb NOT NULL,
  marked_at     timestamptz NOT NULL,
  -- Grows with every mark, so that a rebuild clears only what it has seen.
  revision      bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (industry_key, business_date)
) WITH (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 500
);

-- One row each time days of an industry settle, written in the transaction that settles them.
CREATE TABLE telemetry.settled_event (
  event_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  settled_at   timestamptz NOT NULL
);
CREATE INDEX settled_event_at ON telemetry.settled_event (settled_at);

CREATE TABLE telemetry.settled_event_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  event_key     bigint NOT NULL REFERENCES telemetry.settled_event ON DELETE CASCADE,
  business_date date NOT NULL,
  -- Units whose daily documents changed since an event last told of the day.
  changed_unit_keys integer[] NOT NULL,
  -- Causes of its marks, 'batch' without one.
  causes        text[] NOT NULL,
  -- Its oldest mark; NULL: nobody had marked it.
  marked_at     timestamptz,
  PRIMARY KEY (event_key, business_date)
);

-- Consumers that have not taken an event yet. A consumer removes its row in the transaction of its work.
CREATE TABLE telemetry.settled_event_waiting (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  event_key    bigint NOT NULL REFERENCES telemetry.settled_event ON DELETE CASCADE,
  consumer     text NOT NULL,
  PRIMARY KEY (event_key, consumer)
);

-- Totals for the metrics, of the installation: a day counts under each of its causes.
CREATE TABLE telemetry.settled_total (
  cause           text PRIMARY KEY,
  settled_days    bigint NOT NULL,
  -- Daily documents of units that changed.
  changed_figures bigint NOT NULL,
  -- Of settled_days those that somebody had marked, and the seconds from mark to settled of them together.
  marked_days     bigint NOT NULL,
  marked_seconds  double precision NOT NULL
);
