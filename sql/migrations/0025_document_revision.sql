-- Which documents a process may keep in memory: those of a business day whose revision is still the one they were read at. Whatever writes
-- daily documents gives their day another one, also a hand at a psql prompt, so it is a trigger that does. Numbers come from a
-- sequence, because one that was rolled back must not come again.
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
  FROM (SELECT DISTINCT industry_key, period_start FROM changed WHERE period = 'DAILY' ORDER BY industry_key, period_start) AS days
  ON CONFLICT (industry_key, business_date) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END $$;

CREATE TRIGGER raise_revision_on_insert AFTER INSERT ON telemetry.document
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_update AFTER UPDATE ON telemetry.document
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_delete AFTER DELETE ON telemetry.document
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
