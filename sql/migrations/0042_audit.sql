-- Who did what: a row for each act of an operator, written in the transaction of the act.

CREATE SCHEMA operations;

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
  -- One of src/domain/access/audit-verbs.ts.
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
