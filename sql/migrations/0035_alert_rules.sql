-- Alerts: what is watched (rule), one occurrence of it (incident), what happened to it (transition), and what the evaluation needs to go on.

CREATE SCHEMA alerting;

CREATE TABLE alerting.rule (
  rule_key     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  rule_id      uuid NOT NULL UNIQUE,
  alert_type   text NOT NULL,
  title        text NOT NULL,
  description  text,
  severity     text NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  -- {kind: industry | subCategory | unit, ids: []}
  scope        jsonb NOT NULL,
  -- Parameters of the type's condition.
  condition    jsonb NOT NULL,
  hold_minutes       integer NOT NULL CHECK (hold_minutes >= 0),
  recover_minutes    integer NOT NULL CHECK (recover_minutes >= 0),
  -- What happened longer ago than this when it is found is recorded, and nobody is paged.
  late_after_minutes integer NOT NULL DEFAULT 360 CHECK (late_after_minutes > 0),
  channels     jsonb NOT NULL DEFAULT '{}',
  schedule     jsonb NOT NULL DEFAULT '{}',
  escalation   jsonb NOT NULL DEFAULT '{}',
  -- The body it was defined by, as it was sent.
  definition   jsonb NOT NULL,
  is_enabled   boolean NOT NULL DEFAULT true,
  -- From 1; every change is the next.
  version      integer NOT NULL DEFAULT 1,
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_by   text NOT NULL,
  updated_at   timestamptz NOT NULL,
  deleted_at   timestamptz
);
CREATE INDEX rule_industry ON alerting.rule (industry_key) WHERE deleted_at IS NULL;

CREATE TABLE alerting.incident (
  incident_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  incident_id  uuid NOT NULL UNIQUE,
  -- null: it came by a request.
  rule_key     integer REFERENCES alerting.rule,
  origin       text NOT NULL CHECK (origin IN ('rule', 'request')),
  alert_type   text NOT NULL,
  -- The request's own type; 'rule' where a rule found it.
  type         text NOT NULL,
  -- null: the whole industry.
  unit_key     integer REFERENCES tenant.unit,
  -- Start of the hour, day or month that is added up; -infinity for conditions that know no window.
  window_start timestamptz NOT NULL DEFAULT '-infinity',
  severity     text NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  title        text NOT NULL,
  description  text,
  state        text NOT NULL CHECK (state IN ('open', 'recovered', 'withdrawn', 'resolved')),
  -- Found in history: recorded, never paged.
  is_late      boolean NOT NULL DEFAULT false,
  -- When it happened, by the readings' own time, and when it was found.
  opened_at    timestamptz NOT NULL,
  detected_at  timestamptz NOT NULL,
  closed_at    timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  snoozed_until   timestamptz,
  value        double precision,
  peak         double precision,
  limit_value  double precision,
  unit_text    text,
  parameter    text,
  -- What it cost.
  litres       double precision,
  evidence     jsonb NOT NULL DEFAULT '{}',
  -- createdOn of the request, and what the request was answered first.
  request_created_on timestamptz,
  result       jsonb,
  CHECK ((state = 'open') = (closed_at IS NULL))
);
CREATE UNIQUE INDEX incident_one_open ON alerting.incident (rule_key, coalesce(unit_key, 0), window_start)
  WHERE state = 'open' AND origin = 'rule';
CREATE UNIQUE INDEX incident_one_request ON alerting.incident (industry_key, type, coalesce(unit_key, 0), alert_type, request_created_on)
  WHERE origin = 'request' AND request_created_on IS NOT NULL;
CREATE INDEX incident_opened ON alerting.incident (industry_key, opened_at DESC);
CREATE INDEX incident_of_rule ON alerting.incident (rule_key, opened_at);
CREATE INDEX incident_open ON alerting.incident (industry_key) WHERE state = 'open';

CREATE TABLE alerting.transition (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  incident_key bigint NOT NULL REFERENCES alerting.incident ON DELETE CASCADE,
  -- From 1 in each incident.
  ordinal      integer NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('fired', 'recovered', 'withdrawn', 'resolved', 'acknowledged', 'snoozed', 'escalated', 'reminded')),
  -- When it happened, by the readings' own time, and when it was written.
  at           timestamptz NOT NULL,
  recorded_at  timestamptz NOT NULL,
  -- userId; null: the service itself.
  by           text,
  detail       jsonb NOT NULL DEFAULT '{}',
  -- null: its messages are still to be made out. A transition that nobody is told of is written with its own instant here.
  dispatched_at timestamptz,
  PRIMARY KEY (incident_key, ordinal)
);
CREATE INDEX transition_to_dispatch ON alerting.transition (industry_key, recorded_at) WHERE dispatched_at IS NULL;

-- How far a rule has been followed for a unit, and the state of its machine there.
CREATE TABLE alerting.rule_state (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  rule_key     integer NOT NULL REFERENCES alerting.rule ON DELETE CASCADE,
  -- 0: the whole industry.
  unit_key     integer NOT NULL,
  state        jsonb NOT NULL,
  evaluated_until timestamptz NOT NULL,
  PRIMARY KEY (rule_key, unit_key)
);
CREATE INDEX rule_state_industry ON alerting.rule_state (industry_key);

-- One row per industry, whose lock lets one evaluation run at a time.
CREATE TABLE alerting.evaluation (
  industry_key integer PRIMARY KEY REFERENCES tenant.industry,
  evaluated_at timestamptz
);

-- Days whose figures have changed since rules were held against them.
CREATE TABLE alerting.due_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  unit_keys     integer[] NOT NULL,
  PRIMARY KEY (industry_key, business_date)
);

-- Minimum night flow of a unit, by business day: the lowest hourly flow of the night.
CREATE TABLE alerting.night_flow (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  unit_key      integer NOT NULL REFERENCES tenant.unit,
  business_date date NOT NULL,
  -- null: the night has too few readings.
  lowest_hour_flow double precision,
  coverage      double precision NOT NULL,
  PRIMARY KEY (unit_key, business_date)
);
