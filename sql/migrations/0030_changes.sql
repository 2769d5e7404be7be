-- The feed of changes: every document is in it once, at its newest change. Numbers of an industry are given under the lock that its
-- documents are written under (queries/documents.sql, lock_industry). So their order is the order of commits, and whoever has read
-- up to a number has missed nothing below it.
ALTER TABLE telemetry.document
  ADD COLUMN change_no bigint,
  -- The figure before: a number, null or parameter to mean, as JSON. NULL: there was no document.
  ADD COLUMN previous_value json,
  -- Why it was computed: causes of the marks, 'batch' without one.
  ADD COLUMN causes text[] NOT NULL DEFAULT '{batch}';
UPDATE telemetry.document d SET change_no = n.change_no
FROM (SELECT unit_key, period, period_start, row_number() OVER (PARTITION BY industry_key ORDER BY computed_at, period_start, period, unit_key) AS change_no
      FROM telemetry.document) AS n
WHERE d.unit_key = n.unit_key AND d.period = n.period AND d.period_start = n.period_start;
ALTER TABLE telemetry.document ALTER COLUMN change_no SET NOT NULL, ALTER COLUMN causes DROP DEFAULT;
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
