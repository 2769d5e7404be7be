-- A unit is dead while all of its devices are that were ever heard, as their networks tell. Alerts watch these times,
-- and a rule that is tried on the past finds what it would have found then.

-- One row a death; the last one may last.
CREATE TABLE tenant.unit_death (
  unit_key      integer NOT NULL REFERENCES tenant.unit,
  died_at       timestamptz NOT NULL,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  -- null: it lasts.
  ended_at      timestamptz,
  PRIMARY KEY (unit_key, died_at)
);

INSERT INTO tenant.unit_death (unit_key, died_at, industry_key)
SELECT unit_key, max(died_at), industry_key FROM tenant.source_device
WHERE unit_key IS NOT NULL AND first_heard_at IS NOT NULL
GROUP BY unit_key, industry_key HAVING bool_and(died_at IS NOT NULL);
