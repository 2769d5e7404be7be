-- Alerts: what is watched (rule), one occurrence of it (incident), what happened to it (transition), what the
-- evaluation needs to go on, and who is told of it.
-- Stands for 0035_alert_rules, 0036_deliveries, 0037_notifications, 0038_web_events, 0041_alerts_of_units.
-- Stands for 0043_alert_news, 0057_corrected_incidents.

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
CREATE UNIQUE INDEX incident_one_request
  ON alerting.incident (industry_key, type, coalesce(unit_key, 0), alert_type, request_created_on)
  WHERE origin = 'request' AND request_created_on IS NOT NULL;
-- Listings of incidents, which filter by what is included; the key makes pages stable.
CREATE INDEX incident_listed ON alerting.incident (industry_key, opened_at DESC, incident_key DESC)
  INCLUDE (alert_type, unit_key, severity, state);
-- Listings of one unit, or of few.
CREATE INDEX incident_of_unit ON alerting.incident (unit_key, opened_at DESC, incident_key DESC)
  INCLUDE (industry_key, alert_type, severity, state) WHERE unit_key IS NOT NULL;
-- Which were open at an instant, however long ago: few are at any.
CREATE INDEX incident_span ON alerting.incident
  USING gist (tstzrange(opened_at, greatest(opened_at, coalesce(closed_at, 'infinity'::timestamptz))));
CREATE INDEX incident_of_rule ON alerting.incident (rule_key, opened_at);
CREATE INDEX incident_open ON alerting.incident (industry_key) WHERE state = 'open';

CREATE TABLE alerting.transition (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  incident_key bigint NOT NULL REFERENCES alerting.incident ON DELETE CASCADE,
  -- From 1 in each incident.
  ordinal      integer NOT NULL,
  kind         text NOT NULL CHECK (kind IN (
    'fired', 'recovered', 'corrected', 'withdrawn', 'resolved', 'acknowledged', 'snoozed', 'escalated', 'reminded')),
  -- When it happened, by the readings' own time, and when it was written.
  at           timestamptz NOT NULL,
  recorded_at  timestamptz NOT NULL,
  -- userId; null: the service itself.
  by           text,
  detail       jsonb NOT NULL DEFAULT '{}',
  -- null: its messages are still to be made out. A transition that nobody is told of is written with its own instant
  -- here.
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

-- What ingest has stored of the running day and no evaluation of alerts has looked at. A slot is a second of the
-- minute, so that no more than 60 rows wait, however long nobody evaluates.
CREATE TABLE alerting.news (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  slot         smallint NOT NULL CHECK (slot BETWEEN 0 AND 59),
  -- Side by side: a unit, and the instant in epoch milliseconds behind which its readings are others than they were.
  unit_keys    integer[] NOT NULL,
  after_ms    double precision[] NOT NULL,
  PRIMARY KEY (industry_key, slot)
);

-- The ledger of messages: one row per message and recipient, written before anything is sent. Neither a retry nor a
-- crash doubles a message.
CREATE TABLE alerting.delivery (
  delivery_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  incident_key bigint NOT NULL,
  ordinal      integer NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('email', 'sms', 'chat-messaging', 'push', 'web', 'chat-space')),
  -- Place of the channel in the order in which channels are used.
  position     smallint NOT NULL,
  -- As the channel addresses it.
  recipient    text NOT NULL,
  -- sending: handed to the channel, whose answer is not known yet. unconfirmed: it never will be. suppressed: told by
  -- another message, or by none.
  state        text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'suppressed')),
  -- How many messages a recipient gets an hour is limited, but for those that somebody asked for.
  is_limited   boolean NOT NULL,
  -- The message that tells this one too.
  carrier_key  bigint REFERENCES alerting.delivery ON DELETE SET NULL,
  attempts     smallint NOT NULL DEFAULT 0,
  provider_id  text,
  -- Why it is not sent.
  problem      text,
  queued_at    timestamptz NOT NULL,
  -- Not before: the end of quiet hours, or of the pause before the next attempt.
  due_at       timestamptz NOT NULL,
  started_at   timestamptz,
  finished_at  timestamptz,
  FOREIGN KEY (incident_key, ordinal) REFERENCES alerting.transition ON DELETE CASCADE,
  UNIQUE (incident_key, ordinal, channel, recipient)
);
CREATE INDEX delivery_due ON alerting.delivery (industry_key, due_at) WHERE state = 'queued';
CREATE INDEX delivery_sending ON alerting.delivery (started_at) WHERE state = 'sending';
CREATE INDEX delivery_of_recipient ON alerting.delivery (industry_key, channel, recipient, queued_at) WHERE is_limited;
CREATE INDEX delivery_carried ON alerting.delivery (carrier_key) WHERE carrier_key IS NOT NULL;

-- What people see of alerts within the application.
CREATE TABLE alerting.notification (
  notification_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- null: it tells of no incident.
  incident_key bigint REFERENCES alerting.incident ON DELETE SET NULL,
  title        text NOT NULL,
  message      text NOT NULL,
  -- What it tells of: an alert type, or the type of the request that made it.
  type         text NOT NULL,
  category     text NOT NULL,
  priority     text NOT NULL CHECK (priority IN ('critical', 'high', 'medium', 'low')),
  data         jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL,
  -- null: unread. One person's reading is everybody's of the industry.
  read_at      timestamptz,
  -- userIds; an operator's may be of another industry.
  assignee_id  text,
  assigned_by  text,
  assigned_at  timestamptz,
  -- null: still to be done.
  resolved_at  timestamptz
);
CREATE INDEX notification_newest ON alerting.notification (industry_key, created_at DESC, notification_id);
CREATE INDEX notification_unread ON alerting.notification (industry_key, created_at DESC, notification_id)
  WHERE read_at IS NULL;
CREATE INDEX notification_incident ON alerting.notification (incident_key) WHERE incident_key IS NOT NULL;

-- A push token addresses one application on one device, so one user has it at a time.
CREATE TABLE alerting.push_token (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  user_key     integer NOT NULL REFERENCES tenant.app_user,
  device_id    text NOT NULL,
  token        text NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (industry_key, user_key, device_id)
);
CREATE UNIQUE INDEX push_token_once ON alerting.push_token (token);

-- Short memory of what was published to open pages, for those that come back.
CREATE TABLE alerting.web_event (
  -- Within a channel later means committed later: it is given under the channel's lock.
  event_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel      text NOT NULL,
  -- null: the channel is nobody's, such as that of operators.
  industry_key integer REFERENCES tenant.industry,
  name         text NOT NULL,
  payload      jsonb NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX web_event_channel ON alerting.web_event (channel, event_key);
CREATE INDEX web_event_industry ON alerting.web_event (industry_key);
CREATE INDEX web_event_created ON alerting.web_event (created_at);
