-- Operations: what operators did, what a person should look at, how the canary fares, and surveys of basins.
-- Stands for 0042_audit, 0047_global_logs, 0050_surveys, 0053_canary, 0065_log_versions.

CREATE SCHEMA operations;

-- Who did what: a row for each act of an operator, written in the transaction of the act.
CREATE TABLE operations.audit (
  -- In the order in which acts began; two transactions may commit the other way round.
  audit_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- null: the act concerns no single industry.
  industry_key integer REFERENCES tenant.industry,
  at           timestamptz NOT NULL,
  actor_user_id     text NOT NULL,
  actor_industry_id text NOT NULL,
  -- Network of the client; null for a command on the machine.
  actor_address     text,
  -- One of src/platform/login/rules/audit-verbs.ts.
  verb    text NOT NULL,
  -- What it was done to: a unitId, a userId, the id of a key.
  subject text NOT NULL,
  reason  text,
  -- What changed, as it was and as it is; null where there was nothing, or is nothing any more. Never a secret.
  before  jsonb,
  after   jsonb
);
CREATE INDEX audit_industry ON operations.audit (industry_key, audit_key);
CREATE INDEX audit_subject ON operations.audit (industry_key, verb, subject, audit_key);

-- What a person should look at: written by this service and by others around it, worked on by operators.
CREATE TABLE operations.global_log (
  log_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log_id      uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  source      text NOT NULL,
  title       text NOT NULL,
  description text NOT NULL,
  -- reports, batch, alerts ..
  log_group   text NOT NULL,
  owner       text,
  priority    text NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'critical')),
  status      text NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved')),
  log_date    date NOT NULL,
  -- industryId and unitId among it.
  meta        jsonb NOT NULL,
  -- What the service writes about one thing is one entry until it is resolved; null: somebody else wrote it.
  subject     text,
  -- How often it was written.
  times       integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  -- Which version of an entry an operator has seen, so that of two who change it at once the second is told.
  version     integer NOT NULL DEFAULT 1
);
CREATE INDEX global_log_date ON operations.global_log (log_date DESC, log_key DESC);
CREATE INDEX global_log_industry ON operations.global_log ((meta ->> 'industryId'), log_key DESC);
CREATE INDEX global_log_updated ON operations.global_log (updated_at);
CREATE UNIQUE INDEX global_log_subject ON operations.global_log (subject) WHERE status <> 'resolved';

-- What the last run of the canary said: an industry that the service makes, figures out and removes
-- (src/keeping/canary). One row for the installation, so that any process can tell it.
CREATE TABLE operations.canary (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ran_at       timestamptz NOT NULL,
  -- The last run that came to its end and found every figure as expected; null: none ever did.
  succeeded_at timestamptz,
  -- [{what, expected, found}] of the last run that came to its end.
  mismatches   jsonb NOT NULL,
  -- Why the last run did not come to its end; null: it did.
  problem      text
);

-- Bathymetry: soundings of a basin, cleaned, and the volume-area-elevation curve they give.
CREATE TABLE operations.survey (
  unit_key      integer NOT NULL REFERENCES tenant.unit,
  -- Business day of the survey.
  business_date date NOT NULL,
  processed_at  timestamptz NOT NULL,
  -- What it was cleaned by, and what each step left out (src/keeping/rules/bathymetry).
  rules         jsonb NOT NULL,
  statistics    jsonb NOT NULL,
  -- Points that stayed, in the order of sounding: WGS84 degrees, metres below the surface, 0 to 100.
  latitude      double precision[] NOT NULL,
  longitude     double precision[] NOT NULL,
  depth_metres  double precision[] NOT NULL,
  confidence_percent double precision[] NOT NULL,
  -- [{elevationMetres, areaSquareMetres, volumeCubicMetres}] from the deepest point up.
  curve         jsonb NOT NULL,
  PRIMARY KEY (unit_key, business_date)
);
