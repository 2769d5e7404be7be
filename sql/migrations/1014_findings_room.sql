-- Findings: kinds by the field's words, severity and sentence of each, people's work on them, and limits and mutes that
-- people set.

UPDATE operations.finding f SET kind = n.new_kind
FROM (VALUES ('stuck', 'standstill'), ('missing-data', 'silence'), ('tank-dry', 'tank-low'),
             ('tank-overflow', 'overflow')) AS n (old_kind, new_kind)
WHERE f.kind = n.old_kind;

ALTER TABLE operations.finding
  ADD COLUMN severity text NOT NULL DEFAULT 'medium' CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  -- English, as answers, pages, mails and reports have it; the place is not part of it.
  ADD COLUMN sentence text NOT NULL DEFAULT '',
  -- Of the amounts in evidence, which are thousandths of it.
  ADD COLUMN si_unit text NOT NULL DEFAULT '',
  ADD COLUMN kilowatt_hours double precision,
  ADD COLUMN kilowatt_hours_per_day double precision,
  -- FINDINGS_VERSION of the rules that judged it last.
  ADD COLUMN rule_version integer NOT NULL DEFAULT 0,
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN acknowledged_by text,
  ADD COLUMN assignee_id text;
ALTER TABLE operations.finding
  ALTER COLUMN severity DROP DEFAULT, ALTER COLUMN sentence DROP DEFAULT, ALTER COLUMN si_unit DROP DEFAULT,
  ALTER COLUMN rule_version DROP DEFAULT;

-- Acts of people on a finding, in order of time.
CREATE TABLE operations.finding_act (
  act_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finding_key bigint NOT NULL REFERENCES operations.finding ON DELETE CASCADE,
  acted_at    timestamptz NOT NULL,
  user_id     text NOT NULL,
  act         text NOT NULL CHECK (act IN ('acknowledged', 'assigned', 'unassigned', 'commented', 'confirmed',
                                           'rejected', 'verdict withdrawn', 'muted')),
  -- The comment, the reason, the assignee or the last day of a mute; null: none was given.
  detail      text
);
CREATE INDEX finding_act_of_finding ON operations.finding_act (finding_key, acted_at);

-- Limits and mutes of kinds, for an industry, a sub-category or a unit. The narrowest scope decides.
CREATE TABLE operations.finding_setting (
  setting_key  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  kind         text NOT NULL,
  -- Both null: the industry.
  unit_key     integer REFERENCES tenant.unit,
  sub_category_id text,
  -- In the unit of the kind's limit; null: the wider scope decides.
  limit_value  double precision,
  -- First business day on which the kind is told again; infinity: switched off; null: told.
  muted_until  date,
  reason       text,
  set_by       text NOT NULL,
  set_at       timestamptz NOT NULL,
  CHECK (unit_key IS NULL OR sub_category_id IS NULL),
  UNIQUE NULLS NOT DISTINCT (industry_key, kind, unit_key, sub_category_id)
);

ALTER TABLE operations.insight_due
  -- First business day whose figures have changed since a judgement began; null: none before the last four weeks.
  ADD COLUMN changed_from date,
  -- First day that the present judgement, or one that was cut off, has still to judge.
  ADD COLUMN judging_from date,
  -- FINDINGS_VERSION of the rules that judged it last; null: it was never judged.
  ADD COLUMN judged_version integer;
UPDATE operations.insight_due SET judged_version = 0 WHERE judged_revision > 0;
