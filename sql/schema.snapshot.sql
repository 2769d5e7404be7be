-- The schema that migrations and re-runnable files produce, read back from the catalogs of PostgreSQL 17. Not run by anything:
-- a review sees here what a migration really changed. Written by: UPDATE_SNAPSHOT=1 npm test -- test/platform/database/schema-snapshot.test.ts

CREATE SCHEMA alerting;
CREATE SCHEMA analytics;
GRANT USAGE ON SCHEMA analytics TO water_analyst;
CREATE SCHEMA analytics_private;
CREATE SCHEMA operations;
CREATE SCHEMA reporting;
CREATE SCHEMA telemetry;
CREATE SCHEMA tenant;

CREATE TABLE alerting.browser (
  browser_id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL,
  user_key integer NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  browser_name text NOT NULL,
  least_severity text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT browser_least_severity_check CHECK ((least_severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT browser_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT browser_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT browser_pkey PRIMARY KEY (browser_id),
  CONSTRAINT browser_endpoint_key UNIQUE (endpoint),
);
CREATE INDEX browser_of_user ON alerting.browser USING btree (industry_key, user_key);

CREATE TABLE alerting.delivery (
  delivery_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  incident_key bigint NOT NULL,
  ordinal integer NOT NULL,
  channel text NOT NULL,
  "position" smallint NOT NULL,
  recipient text NOT NULL,
  state text NOT NULL,
  is_limited boolean NOT NULL,
  digest_delivery_key bigint,
  attempts smallint NOT NULL DEFAULT 0,
  provider_id text,
  problem text,
  queued_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  is_withheld boolean NOT NULL DEFAULT false, -- The recipient was not told: nobody was called any more when the message, or the digest in its place, was written
  CONSTRAINT delivery_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'chat-messaging'::text, 'push'::text, 'web'::text, 'chat-space'::text, 'browser'::text]))),
  CONSTRAINT delivery_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unconfirmed'::text, 'suppressed'::text]))),
  CONSTRAINT delivery_digest_delivery_key_fkey FOREIGN KEY (digest_delivery_key) REFERENCES alerting.delivery(delivery_key) ON DELETE SET NULL,
  CONSTRAINT delivery_incident_key_ordinal_fkey FOREIGN KEY (incident_key, ordinal) REFERENCES alerting.transition(incident_key, ordinal) ON DELETE CASCADE,
  CONSTRAINT delivery_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT delivery_pkey PRIMARY KEY (delivery_key),
  CONSTRAINT delivery_incident_key_ordinal_channel_recipient_key UNIQUE (incident_key, ordinal, channel, recipient),
);
CREATE INDEX delivery_due ON alerting.delivery USING btree (industry_key, due_at) WHERE (state = 'queued'::text);
CREATE INDEX delivery_in_digest ON alerting.delivery USING btree (digest_delivery_key) WHERE (digest_delivery_key IS NOT NULL);
CREATE INDEX delivery_of_recipient ON alerting.delivery USING btree (industry_key, channel, recipient, queued_at) WHERE is_limited;
CREATE INDEX delivery_sending ON alerting.delivery USING btree (started_at) WHERE (state = 'sending'::text);

CREATE TABLE alerting.due_day (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  unit_keys integer[] NOT NULL,
  CONSTRAINT due_day_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT due_day_pkey PRIMARY KEY (industry_key, business_date),
);

CREATE TABLE alerting.evaluation (
  industry_key integer NOT NULL,
  evaluated_at timestamp with time zone,
  CONSTRAINT evaluation_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT evaluation_pkey PRIMARY KEY (industry_key),
);

CREATE TABLE alerting.incident (
  incident_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  incident_id uuid NOT NULL,
  rule_key integer,
  origin text NOT NULL,
  alert_type text NOT NULL,
  type text NOT NULL,
  unit_key integer,
  window_start timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  severity text NOT NULL,
  title text NOT NULL,
  description text,
  state text NOT NULL,
  is_late boolean NOT NULL DEFAULT false,
  opened_at timestamp with time zone NOT NULL,
  detected_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_by text,
  snoozed_until timestamp with time zone,
  value double precision,
  peak double precision,
  threshold double precision,
  unit_text text,
  parameter text,
  litres double precision,
  evidence jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_created_on timestamp with time zone,
  result jsonb, -- Processes of the release before alone use this column
  assignee_id text,
  request_record jsonb, -- Of a request: told, the messages of each user, and outcomes, the first problem of each message (null: it was sent)
  CONSTRAINT incident_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  CONSTRAINT incident_origin_check CHECK ((origin = ANY (ARRAY['rule'::text, 'request'::text]))),
  CONSTRAINT incident_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT incident_state_check CHECK ((state = ANY (ARRAY['open'::text, 'recovered'::text, 'withdrawn'::text, 'resolved'::text]))),
  CONSTRAINT incident_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT incident_rule_key_fkey FOREIGN KEY (rule_key) REFERENCES alerting.rule(rule_key),
  CONSTRAINT incident_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT incident_pkey PRIMARY KEY (incident_key),
  CONSTRAINT incident_incident_id_key UNIQUE (incident_id),
);
CREATE INDEX incident_listed ON alerting.incident USING btree (industry_key, opened_at DESC, incident_key DESC) INCLUDE (alert_type, unit_key, severity, state, assignee_id);
CREATE INDEX incident_of_rule ON alerting.incident USING btree (rule_key, opened_at);
CREATE INDEX incident_of_unit ON alerting.incident USING btree (unit_key, opened_at DESC, incident_key DESC) INCLUDE (industry_key, alert_type, severity, state, assignee_id) WHERE (unit_key IS NOT NULL);
CREATE UNIQUE INDEX incident_one_open ON alerting.incident USING btree (rule_key, COALESCE(unit_key, 0), window_start) WHERE ((state = 'open'::text) AND (origin = 'rule'::text));
CREATE UNIQUE INDEX incident_one_request ON alerting.incident USING btree (industry_key, type, COALESCE(unit_key, 0), alert_type, request_created_on) WHERE ((origin = 'request'::text) AND (request_created_on IS NOT NULL));
CREATE INDEX incident_open ON alerting.incident USING btree (industry_key) WHERE (state = 'open'::text);
CREATE INDEX incident_span ON alerting.incident USING gist (tstzrange(opened_at, GREATEST(opened_at, COALESCE(closed_at, 'infinity'::timestamp with time zone))));

CREATE TABLE alerting.mail (
  mail_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  business_date date,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  state text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  provider_id text,
  problem text,
  queued_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unconfirmed'::text]))),
  CONSTRAINT mail_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT mail_morning_fkey FOREIGN KEY (industry_key, business_date) REFERENCES alerting.morning(industry_key, business_date) ON DELETE CASCADE,
  CONSTRAINT mail_pkey PRIMARY KEY (mail_key),
  CONSTRAINT mail_once_a_morning UNIQUE (industry_key, business_date, recipient),
);
CREATE INDEX mail_open ON alerting.mail USING btree (industry_key, due_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE TABLE alerting.morning (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  told_at timestamp with time zone NOT NULL,
  over_finding_keys bigint[] NOT NULL,
  CONSTRAINT morning_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT morning_pkey PRIMARY KEY (industry_key, business_date),
);

CREATE TABLE alerting.news (
  industry_key integer NOT NULL,
  slot smallint NOT NULL,
  unit_keys integer[] NOT NULL,
  after_ms double precision[] NOT NULL,
  CONSTRAINT news_slot_check CHECK (((slot >= 0) AND (slot <= 59))),
  CONSTRAINT news_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT news_pkey PRIMARY KEY (industry_key, slot),
);

CREATE TABLE alerting.night_flow (
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  business_date date NOT NULL,
  lowest_hour_flow double precision,
  coverage double precision NOT NULL,
  CONSTRAINT night_flow_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT night_flow_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT night_flow_pkey PRIMARY KEY (unit_key, business_date),
);

CREATE TABLE alerting.notification (
  notification_id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL,
  incident_key bigint,
  title text NOT NULL,
  message text NOT NULL,
  type text NOT NULL,
  category text NOT NULL,
  priority text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  assignee_id text,
  assigned_by text,
  assigned_at timestamp with time zone,
  resolved_at timestamp with time zone,
  translations jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT notification_priority_check CHECK ((priority = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT notification_incident_key_fkey FOREIGN KEY (incident_key) REFERENCES alerting.incident(incident_key) ON DELETE SET NULL,
  CONSTRAINT notification_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT notification_pkey PRIMARY KEY (notification_id),
);
CREATE INDEX notification_incident ON alerting.notification USING btree (incident_key) WHERE (incident_key IS NOT NULL);
CREATE INDEX notification_newest ON alerting.notification USING btree (industry_key, created_at DESC, notification_id);
CREATE INDEX notification_unread ON alerting.notification USING btree (industry_key, created_at DESC, notification_id) WHERE (read_at IS NULL);

CREATE TABLE alerting.push_key (
  is_only boolean NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT push_key_is_only_check CHECK (is_only),
  CONSTRAINT push_key_pkey PRIMARY KEY (is_only),
);

CREATE TABLE alerting.push_token (
  industry_key integer NOT NULL,
  user_key integer NOT NULL,
  device_id text NOT NULL,
  token text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  login_sid text,
  CONSTRAINT push_token_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT push_token_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT push_token_pkey PRIMARY KEY (industry_key, user_key, device_id),
);
CREATE UNIQUE INDEX push_token_once ON alerting.push_token USING btree (token);

CREATE TABLE alerting.rule (
  rule_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  rule_id uuid NOT NULL,
  alert_type text NOT NULL,
  title text NOT NULL,
  description text,
  severity text NOT NULL,
  scope jsonb NOT NULL,
  condition jsonb NOT NULL,
  hold_minutes integer NOT NULL,
  recover_minutes integer NOT NULL,
  late_after_minutes integer NOT NULL DEFAULT 360,
  channels jsonb NOT NULL DEFAULT '{}'::jsonb,
  schedule jsonb NOT NULL DEFAULT '{}'::jsonb,
  escalation jsonb NOT NULL DEFAULT '{}'::jsonb,
  definition jsonb NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT rule_hold_minutes_check CHECK ((hold_minutes >= 0)),
  CONSTRAINT rule_late_after_minutes_check CHECK ((late_after_minutes > 0)),
  CONSTRAINT rule_recover_minutes_check CHECK ((recover_minutes >= 0)),
  CONSTRAINT rule_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT rule_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT rule_pkey PRIMARY KEY (rule_key),
  CONSTRAINT rule_rule_id_key UNIQUE (rule_id),
);
CREATE INDEX rule_industry ON alerting.rule USING btree (industry_key) WHERE (deleted_at IS NULL);

CREATE TABLE alerting.rule_state (
  industry_key integer NOT NULL,
  rule_key integer NOT NULL,
  unit_key integer NOT NULL,
  state jsonb NOT NULL,
  evaluated_until timestamp with time zone NOT NULL,
  CONSTRAINT rule_state_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT rule_state_rule_key_fkey FOREIGN KEY (rule_key) REFERENCES alerting.rule(rule_key) ON DELETE CASCADE,
  CONSTRAINT rule_state_pkey PRIMARY KEY (rule_key, unit_key),
);
CREATE INDEX rule_state_industry ON alerting.rule_state USING btree (industry_key);

CREATE TABLE alerting.transition (
  industry_key integer NOT NULL,
  incident_key bigint NOT NULL,
  ordinal integer NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  actor_user_id text,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  dispatched_at timestamp with time zone,
  CONSTRAINT transition_kind_check CHECK ((kind = ANY (ARRAY['fired'::text, 'recovered'::text, 'corrected'::text, 'withdrawn'::text, 'resolved'::text, 'acknowledged'::text, 'assigned'::text, 'unassigned'::text, 'commented'::text, 'snoozed'::text, 'escalated'::text, 'reminded'::text]))),
  CONSTRAINT transition_incident_key_fkey FOREIGN KEY (incident_key) REFERENCES alerting.incident(incident_key) ON DELETE CASCADE,
  CONSTRAINT transition_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT transition_pkey PRIMARY KEY (incident_key, ordinal),
);
CREATE INDEX transition_to_dispatch ON alerting.transition USING btree (industry_key, recorded_at) WHERE (dispatched_at IS NULL);

CREATE TABLE alerting.web_event (
  event_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel text NOT NULL,
  industry_key integer,
  name text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT web_event_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT web_event_pkey PRIMARY KEY (event_key),
);
CREATE INDEX web_event_channel ON alerting.web_event USING btree (channel, event_key);
CREATE INDEX web_event_created ON alerting.web_event USING btree (created_at);
CREATE INDEX web_event_industry ON alerting.web_event USING btree (industry_key);

CREATE VIEW analytics.annotations WITH (security_barrier=true) (
  annotation_id uuid, -- Id of the annotation; no unit.
  unit_id text, -- Id of the unit; null for the whole site. No unit of measure.
  unit_name text, -- Display name of the unit; null for the whole site. No unit of measure.
  business_date date, -- Business day on which it begins, a date; industry_clock has where days begin.
  from_at timestamp with time zone, -- Instant of which it tells, or at which its span begins, timestamp with time zone; AT TIME ZONE industry.timezone gives the local time.
  to_at timestamp with time zone, -- Instant at which its span ends, excluded, timestamp with time zone; null: it tells of a moment.
  text text, -- What happened, as it was typed; no unit.
  created_by text, -- userId of the person who wrote it; no unit.
  created_at timestamp with time zone, -- Instant at which it was written, timestamp with time zone.
  updated_by text, -- userId of the person who changed it last, of the author where nobody has; no unit.
  updated_at timestamp with time zone, -- Instant at which it was changed last, timestamp with time zone.
  version integer, -- How often it was written, 1 where nobody has changed it; a number without unit.
);
--=  SELECT a.annotation_id,
--=     u.unit_id,
--=     u.display_name AS unit_name,
--=     LEAST(telemetry.business_date(a.from_at, r.timezone, r.shift_start_at, r.days_offset), (r.until_date - 1)) AS business_date,
--=     a.from_at,
--=     a.to_at,
--=     a.text,
--=     a.created_by,
--=     a.created_at,
--=     a.updated_by,
--=     a.updated_at,
--=     a.version
--=    FROM ((operations.annotation a
--=      LEFT JOIN tenant.unit u ON (((u.unit_key = a.unit_key) AND (u.industry_key = a.industry_key))))
--=      JOIN LATERAL ( SELECT c.industry_key,
--=             c.from_date,
--=             c.timezone,
--=             c.shift_start_at,
--=             c.days_offset,
--=             c.until_date,
--=             c.number,
--=             c.begins_at
--=            FROM analytics_private.clock_rule c
--=           WHERE ((c.industry_key = a.industry_key) AND ((c.number = 1) OR (c.begins_at <= a.from_at)))
--=           ORDER BY c.from_date DESC
--=          LIMIT 1) r ON (true))
--=   WHERE ((a.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (a.withdrawn_at IS NULL))
GRANT SELECT ON analytics.annotations TO water_analyst;
COMMENT ON VIEW analytics.annotations IS 'What people have noted beside the figures of a unit or of the whole site, such as that a pump was changed: one row per annotation. Withdrawn ones are left out.';

CREATE VIEW analytics.categories WITH (security_barrier=true) (
  generation text, -- categories, categoriesV2 or standardCategories: the set of categories; no unit.
  category_key text, -- Key of the category within its generation; no unit.
  standard_category_id text, -- standardCategoryId of the category; no unit.
  sub_category_id text, -- Id of the sub-category; no unit.
  sub_category_name text, -- Display name of the sub-category; no unit.
  sub_category_position integer, -- Order of the sub-category within its category, from 1; a number without unit.
  unit_id text, -- Id of the unit listed; null for a sub-category that lists none. No unit of measure.
  unit_name text, -- Display name of the unit listed; null for a sub-category that lists none. No unit of measure.
);
--=  SELECT c.generation,
--=     c.category_key,
--=     c.standard_category_id,
--=     (s.sub_category ->> 'id'::text) AS sub_category_id,
--=     (s.sub_category ->> 'displayName'::text) AS sub_category_name,
--=     (s."position")::integer AS sub_category_position,
--=     n.unit_id,
--=     u.display_name AS unit_name
--=    FROM (((tenant.category c
--=      CROSS JOIN LATERAL jsonb_array_elements(c.sub_categories) WITH ORDINALITY s(sub_category, "position"))
--=      LEFT JOIN LATERAL jsonb_array_elements_text((s.sub_category -> 'units'::text)) n(unit_id) ON (true))
--=      LEFT JOIN tenant.unit u ON (((u.industry_key = c.industry_key) AND (u.unit_id = n.unit_id))))
--=   WHERE (c.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.categories TO water_analyst;
COMMENT ON VIEW analytics.categories IS 'Which unit stands in which sub-category of which category: one row per listing. A unit may be listed several times: choose one generation and category_key before adding up.';

CREATE VIEW analytics.daily_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  value numeric, -- Figure of the period in thousandths of si_unit (si_unit itself where division_factor is 1), flow_factor applied; null: no data, never 0. Flow, energy: quantity; tanks, ground water: last level; quality: null, see the parameter views.
  value_display numeric, -- value in si_unit: the number answers and reports show.
  division_factor numeric, -- What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and quality. A number without unit.
  initial_register numeric, -- Register at the beginning of the period, thousandths of si_unit, flow_factor applied; null without registers.
  final_register numeric, -- Register at the end of the period, thousandths of si_unit, flow_factor applied; null without registers.
  flow_factor numeric, -- Meter multiplier that figures contain and readings do not; a number without unit.
  non_zero_readings bigint, -- Readings whose interval value is above min_non_zero_threshold, a count; null for groups without it.
  opening_stock numeric, -- Tanks: level of the last reading before the period, thousandths of si_unit; 0 only when there is none. null for other groups.
  max_capacity numeric, -- Capacity of a tank in thousandths of si_unit; null for units that are no tanks.
  percentage numeric, -- Tanks: the last reading, percent of max_capacity (of the height where a survey gave them a curve); null for other groups, without data and at level 0.
  average_level numeric, -- Ground water: mean of the levels of the period in si_unit, 0 when there is none; null for other groups.
  energy_saved_kwh numeric, -- Energy saved against the reference power in kWh, negative when more was used; null for groups other than energy.
  energy_saved_coverage numeric, -- Share of the expected intervals on which energy_saved_kwh rests, 0 to 1; null for groups other than energy.
  offline_slots bigint, -- Slots without a genuine reading, a count. A day without any reading counts 0 for flow and energy and 288 for other groups.
  offline_minutes numeric, -- Minutes without genuine readings in the period; 1440 for a day without any.
  offline_value numeric, -- Part of the quantity that was booked in slots without a genuine reading, thousandths of si_unit, with register jumps that belong to no hour; null for groups without it.
  unheard_value numeric, -- What passed between two registers, mostly while nothing was sent, and is in no hour and no total, thousandths of si_unit; told where the meter is heard again. null: nothing.
  unheard_from timestamp with time zone, -- Timestamp of the last reading before what passed unheard; of several the first.
  unheard_to timestamp with time zone, -- Timestamp of the first reading after what passed unheard; of several the last.
  unheard_silences integer, -- Count of how often nothing at all was sent meanwhile; 0 where readings came without a register, or registers come alone.
  slots_expected bigint, -- Slots in which a reading was expected, a count.
  slots_genuine bigint, -- Slots with a genuine reading, a count.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  bound text, -- On which side of value the truth lies for what was not measured: at least, at most, or open (either). null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings count as there. No unit.
  meters integer, -- Meters that the figure is made of, a count: 1, or of a virtual unit all those that its formula uses, through other virtual units as well.
  meters_measured integer, -- How many of meters measured something in the period, a count; of a virtual unit's month or year, on the day when most of them did.
  readings_used bigint, -- Readings the figures rest on, a count.
  readings_estimated bigint, -- Readings among them that the device estimated, a count.
  estimated_share numeric, -- Estimated readings / readings, 0 to 1; null without readings.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
  computed_at timestamp with time zone, -- Instant at which these figures were computed first, timestamp with time zone.
  document_id text, -- Id of the processed document the row was taken from; no unit.
);
--=  SELECT unit_id,
--=     unit_name,
--=     unit_group,
--=     si_unit,
--=     period_start AS business_date,
--=     value,
--=     value_display,
--=     division_factor,
--=     initial_register,
--=     final_register,
--=     flow_factor,
--=     non_zero_readings,
--=     opening_stock,
--=     max_capacity,
--=     percentage,
--=     average_level,
--=     energy_saved_kwh,
--=     energy_saved_coverage,
--=     offline_slots,
--=     offline_minutes,
--=     offline_value,
--=     unheard_value,
--=     unheard_from,
--=     unheard_to,
--=     unheard_silences,
--=     slots_expected,
--=     slots_genuine,
--=     coverage,
--=     bound,
--=     meters,
--=     meters_measured,
--=     readings_used,
--=     readings_estimated,
--=     estimated_share,
--=     is_stale,
--=     computed_at,
--=     (((((industry_id || '_'::text) || to_char((period_start)::timestamp with time zone, 'DD-MM-YYYY'::text)) || '_'::text) || unit_id) || '_DAILY'::text) AS document_id
--=    FROM analytics_private.document_figures
--=   WHERE ((industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (period = 'DAILY'::text))
GRANT SELECT ON analytics.daily_figures TO water_analyst;
COMMENT ON VIEW analytics.daily_figures IS 'Processed business days: one row per unit and day that has ended and was processed. The running day is not in it (see rollup_hourly). Columns that a unit''s group does not have are null.';

CREATE VIEW analytics.daily_parameter_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  value numeric, -- Mean of all samples of the day in parameter_unit, or the last sample for a parameter declared isLatest; null without samples.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT d.unit_id,
--=     d.unit_name,
--=     d.unit_group,
--=     p.parameter,
--=     ((d.params -> p.parameter) ->> 'displayName'::text) AS parameter_name,
--=     ((d.params -> p.parameter) ->> 'siUnit'::text) AS parameter_unit,
--=     d.period_start AS business_date,
--=     (p.figure)::numeric AS value,
--=     d.coverage,
--=     d.is_stale
--=    FROM (analytics_private.document_figures d
--=      CROSS JOIN LATERAL jsonb_each_text(COALESCE(d.value_by_parameter, d.param_value)) p(parameter, figure))
--=   WHERE ((d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (d.period = 'DAILY'::text))
GRANT SELECT ON analytics.daily_parameter_figures TO water_analyst;
COMMENT ON VIEW analytics.daily_parameter_figures IS 'Parameters of quality units and of energy units that declare parameters, by processed business day: one row per unit, parameter and day.';

CREATE VIEW analytics.findings WITH (security_barrier=true) (
  finding_id uuid, -- Id of the finding; no unit.
  unit_id text, -- Id of the unit; null for the industry as a whole. No unit of measure.
  unit_name text, -- Display name of the unit; null for the industry as a whole. No unit of measure.
  kind text, -- What was found, e.g. leak, burst, silence: docs/explanation/findings.md. No unit.
  severity text, -- critical, high, medium or low; no unit.
  sentence text, -- The finding in words with its figures and their units, English, without the place.
  first_day date, -- First business day on which it shows, a date.
  raised_on date, -- Business day whose figures made it certain enough, a date.
  last_day date, -- Last business day on which it shows, a date.
  is_open boolean, -- true: it still shows on the newest day that was looked at. No unit.
  litres double precision, -- Estimate of what it comes to over these days, in litres; null: nobody can say.
  litres_per_day double precision, -- The same for one day, in litres.
  kilowatt_hours double precision, -- Energy that it comes to over these days, in kWh; null: it is not about energy.
  kilowatt_hours_per_day double precision, -- The same for one day, in kWh.
  money double precision, -- What it is worth by the tariff of the industry, in currency; null without a tariff.
  currency text, -- Currency of money as the industry writes it; null without money. No unit.
  confidence double precision, -- How sure it is, from 0 to 1; no unit.
  evidence jsonb, -- Figures it rests on, JSON; amounts are thousandths of si_unit.
  si_unit text, -- Unit of the amounts in evidence, which are thousandths of it.
  fate text, -- confirmed or rejected by a person, or healed: the data show it no more; null: open. No unit.
  fate_at timestamp with time zone, -- Instant of that, timestamp with time zone.
  fate_by text, -- userId of the person; null where nobody has said anything. No unit.
  fate_reason text, -- What the person said; no unit.
  acknowledged_at timestamp with time zone, -- Instant at which somebody has taken notice, timestamp with time zone; null: nobody has.
  acknowledged_by text, -- userId of that person; no unit.
  assignee_id text, -- userId of the person who works on it; null: nobody does. No unit.
  rule_version integer, -- Version of the rules that have judged it last; a number without unit.
  muted_until date, -- First business day on which its kind is told again of this unit, a date; infinity: switched off; null: it is told.
);
--=  SELECT f.finding_id,
--=     u.unit_id,
--=     u.display_name AS unit_name,
--=     f.kind,
--=     f.severity,
--=     f.sentence,
--=     f.first_day,
--=     f.raised_on,
--=     f.last_day,
--=     f.is_open,
--=     f.litres,
--=     f.litres_per_day,
--=     f.kilowatt_hours,
--=     f.kilowatt_hours_per_day,
--=     f.money,
--=     f.currency,
--=     f.confidence,
--=     f.evidence,
--=     f.si_unit,
--=     f.fate,
--=     f.fate_at,
--=     f.fate_by,
--=     f.fate_reason,
--=     f.acknowledged_at,
--=     f.acknowledged_by,
--=     f.assignee_id,
--=     f.rule_version,
--=         CASE
--=             WHEN (m.muted_until > r.business_date) THEN m.muted_until
--=             ELSE NULL::date
--=         END AS muted_until
--=    FROM (((operations.finding f
--=      JOIN analytics_private.running_day r ON ((r.industry_key = f.industry_key)))
--=      LEFT JOIN tenant.unit u ON (((u.unit_key = f.unit_key) AND (u.industry_key = f.industry_key))))
--=      LEFT JOIN LATERAL ( SELECT s.muted_until
--=            FROM operations.finding_setting s
--=           WHERE ((s.industry_key = f.industry_key) AND (s.kind = f.kind) AND (s.muted_until IS NOT NULL) AND ((s.unit_key = f.unit_key) OR ((s.unit_key IS NULL) AND (s.sub_category_id IS NULL))))
--=           ORDER BY s.unit_key
--=          LIMIT 1) m ON (true))
--=   WHERE (f.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.findings TO water_analyst;
COMMENT ON VIEW analytics.findings IS 'Findings: leaks, bursts, unusual use, meters that stand still, creep or run backwards, silences, tanks, quality, energy, swapped meters, balance. One row per finding, healed, rejected and muted ones too.';

CREATE VIEW analytics.hourly_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  hour integer, -- Elapsed whole hours since the business day began, 0 to 23 (more on a long day), in hours. Not the hour of the wall clock.
  starts_at timestamp with time zone, -- Instant at which the hour begins, timestamp with time zone.
  value numeric, -- Figure of the period in thousandths of si_unit (si_unit itself where division_factor is 1), flow_factor applied; null: no data, never 0. Flow, energy: quantity; tanks, ground water: last level; quality: null, see the parameter views.
  value_display numeric, -- value in si_unit: the number answers and reports show.
  division_factor numeric, -- What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and quality. A number without unit.
  initial_register numeric, -- Register at the beginning of the period, thousandths of si_unit, flow_factor applied; null without registers.
  final_register numeric, -- Register at the end of the period, thousandths of si_unit, flow_factor applied; null without registers.
  opening_level numeric, -- Tanks: first level in the hour, thousandths of si_unit; null for other groups and hours without data.
  percentage numeric, -- Tanks: the last reading, percent of max_capacity (of the height where a survey gave them a curve); null for other groups, without data and at level 0.
  offline_slots integer, -- Slots without a genuine reading, a count. A day without any reading counts 0 for flow and energy and 288 for other groups.
  offline_minutes numeric, -- Minutes without genuine readings in the period; 1440 for a day without any.
  offline_value numeric, -- Part of the quantity that was booked in slots without a genuine reading, thousandths of si_unit, with register jumps that belong to no hour; null for groups without it.
  unheard_value numeric, -- What passed between two registers, mostly while nothing was sent, and is in no hour and no total, thousandths of si_unit; told where the meter is heard again. null: nothing.
  unheard_from timestamp with time zone, -- Timestamp of the last reading before what passed unheard; of several the first.
  unheard_to timestamp with time zone, -- Timestamp of the first reading after what passed unheard; of several the last.
  unheard_silences integer, -- Count of how often nothing at all was sent meanwhile; 0 where readings came without a register, or registers come alone.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  bound text, -- On which side of value the truth lies for what was not measured: at least, at most, or open (either). null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings count as there. No unit.
  last_reading_at timestamp with time zone, -- Instant of the newest reading of the row's unit and period, timestamp with time zone; null without readings.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT d.unit_id,
--=     d.unit_name,
--=     d.unit_group,
--=     d.si_unit,
--=     d.period_start AS business_date,
--=     (e.number - 1) AS hour,
--=     e.x AS starts_at,
--=     n.value,
--=     analytics_private.display(n.value, d.division_factor) AS value_display,
--=     d.division_factor,
--=     e.ir AS initial_register,
--=     e.fr AS final_register,
--=     e.y1 AS opening_level,
--=     e.percentage,
--=     e."offlineCount" AS offline_slots,
--=     e."offlineDuration" AS offline_minutes,
--=     e."offlineValue" AS offline_value,
--=     ((e.unheard ->> 'value'::text))::numeric AS unheard_value,
--=     ((e.unheard ->> 'from'::text))::timestamp with time zone AS unheard_from,
--=     ((e.unheard ->> 'to'::text))::timestamp with time zone AS unheard_to,
--=     ((e.unheard ->> 'silences'::text))::integer AS unheard_silences,
--=     e.coverage,
--=         CASE
--=             WHEN ((d.nature = 'formula'::text) OR ((d.nature = 'amount'::text) AND ((COALESCE(e.coverage, (0)::numeric) < 0.99) OR ((e.unheard ->> 'value'::text) IS NOT NULL)))) THEN analytics_private.hour_bound(d.nature, (n.value)::double precision, (e.coverage)::double precision, ((analytics_private.entry_value(once.parsed, 'estimatedShare'::text, e.number) #>> '{}'::text[]))::double precision, (analytics_private.entry_value(once.parsed, 'bound'::text, e.number) #>> '{}'::text[]), analytics_private.bound_of_unheard((n.value)::double precision, ((e.unheard ->> 'value'::text))::double precision, ((e.unheard ->> 'silences'::text))::integer))
--=             ELSE NULL::text
--=         END AS bound,
--=     to_timestamp(((e."lastEpoch")::double precision / (1000)::double precision)) AS last_reading_at,
--=     d.is_stale
--=    FROM (((analytics_private.document_figures d
--=      CROSS JOIN LATERAL ( SELECT (d.entries)::jsonb AS parsed
--=          OFFSET 0) once)
--=      CROSS JOIN LATERAL analytics_private.entry_rows(once.parsed) e(number, x, y, py, ir, fr, y1, percentage, "offlineCount", "offlineDuration", "offlineValue", unheard, coverage, "lastEpoch"))
--=      CROSS JOIN LATERAL ( SELECT
--=                 CASE
--=                     WHEN (jsonb_typeof(e.y) = 'number'::text) THEN (e.y)::numeric
--=                     ELSE NULL::numeric
--=                 END AS value) n)
--=   WHERE ((d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (d.period = 'DAILY'::text))
GRANT SELECT ON analytics.hourly_figures TO water_analyst;
COMMENT ON VIEW analytics.hourly_figures IS 'Hours of processed business days: one row per unit, day and elapsed hour (24 a day; 23, 25 or a half one where clocks change, any number where the industry''s clock changed). Hours without data are there, with value null. How many meters measured something is stored of days alone.';

CREATE VIEW analytics.hourly_parameter_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  hour integer, -- Elapsed whole hours since the business day began, 0 to 23 (more on a long day), in hours. Not the hour of the wall clock.
  starts_at timestamp with time zone, -- Instant at which the hour begins, timestamp with time zone.
  value numeric, -- Mean of the samples of the hour in parameter_unit; null without samples.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT d.unit_id,
--=     d.unit_name,
--=     d.unit_group,
--=     p.parameter,
--=     ((d.params -> p.parameter) ->> 'displayName'::text) AS parameter_name,
--=     ((d.params -> p.parameter) ->> 'siUnit'::text) AS parameter_unit,
--=     d.period_start AS business_date,
--=     (e.number - 1) AS hour,
--=     e.x AS starts_at,
--=     (p.figure)::numeric AS value,
--=     e.coverage,
--=     d.is_stale
--=    FROM (((analytics_private.document_figures d
--=      CROSS JOIN LATERAL ( SELECT (d.entries)::jsonb AS parsed
--=          OFFSET 0) once)
--=      CROSS JOIN LATERAL analytics_private.entry_rows(once.parsed) e(number, x, y, py, ir, fr, y1, percentage, "offlineCount", "offlineDuration", "offlineValue", unheard, coverage, "lastEpoch"))
--=      CROSS JOIN LATERAL jsonb_each_text(
--=         CASE
--=             WHEN (jsonb_typeof(e.y) = 'object'::text) THEN e.y
--=             ELSE e.py
--=         END) p(parameter, figure))
--=   WHERE ((d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (d.period = 'DAILY'::text))
GRANT SELECT ON analytics.hourly_parameter_figures TO water_analyst;
COMMENT ON VIEW analytics.hourly_parameter_figures IS 'Parameters of quality units and of energy units that declare parameters, by elapsed hour of a processed business day: the mean of the hour''s samples.';

CREATE VIEW analytics.industry WITH (security_barrier=true) (
  industry_id text, -- Id of the industry; no unit.
  industry_name text, -- Name of the industry; no unit.
  place text, -- Where the industry is; no unit, null when not stated.
  timezone text, -- IANA name of the time zone in which shift_start_at is local time; no unit.
  shift_start_at time without time zone, -- Local time at which the business day begins, HH:MM:SS.
  days_offset integer, -- Whole days by which the start of a business day is moved back, in days.
);
--=  SELECT i.industry_id,
--=     i.industry_name,
--=     i.place,
--=     r.timezone,
--=     r.shift_start_at,
--=     r.days_offset
--=    FROM (tenant.industry i
--=      JOIN analytics_private.running_day r ON ((r.industry_key = i.industry_key)))
--=   WHERE (i.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.industry TO water_analyst;
COMMENT ON VIEW analytics.industry IS 'The industry of this login, one row, with what decides where its business days begin today.';

CREATE VIEW analytics.industry_clock WITH (security_barrier=true) (
  industry_id text, -- Id of the industry; no unit.
  effective_from date, -- First business day to which the row applies, a date; 1900-01-01 stands for the beginning.
  effective_until date, -- First business day to which the row does not apply any more, a date; null for the newest row.
  timezone text, -- IANA name of the time zone in which shift_start_at is local time; no unit.
  shift_start_at time without time zone, -- Local time at which the business day begins, HH:MM:SS.
  days_offset integer, -- Whole days by which the start of a business day is moved back, in days.
);
--=  SELECT i.industry_id,
--=     k.from_date AS effective_from,
--=     lead(k.from_date) OVER (PARTITION BY k.industry_key ORDER BY k.from_date) AS effective_until,
--=     k.timezone,
--=     k.shift_start_at,
--=     k.days_offset
--=    FROM (tenant.industry_clock k
--=      JOIN tenant.industry i ON ((i.industry_key = k.industry_key)))
--=   WHERE (k.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.industry_clock TO water_analyst;
COMMENT ON VIEW analytics.industry_clock IS 'What decided where business days began and from which day on: one row per change, one to come included. The day before a change ends where the next one begins, so it is longer or shorter than 24 hours.';

CREATE VIEW analytics.meter_swaps WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  installed_at timestamp with time zone, -- Instant at which the meter was installed, timestamp with time zone; null for the first meter of a unit.
  serial_before text, -- Number on the meter before; no unit, null when not stated.
  serial text, -- Number on the meter; no unit, null when not stated.
  final_register_of_old double precision, -- Register of the meter before as it was written down, thousandths of si_unit before flow_factor; null when nobody did.
  initial_register double precision, -- Register of the new meter as it was written down, thousandths of si_unit before flow_factor; null when nobody did.
  registered_at timestamp with time zone, -- Instant at which the swap was registered, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     LEAST(telemetry.business_date(m.installed_at, r.timezone, r.shift_start_at, r.days_offset), (r.until_date - 1)) AS business_date,
--=     m.installed_at,
--=     lag(m.serial) OVER (PARTITION BY m.unit_key ORDER BY m.installed_at) AS serial_before,
--=     m.serial,
--=     m.final_register_of_old,
--=     m.initial_register,
--=     m.registered_at
--=    FROM ((tenant.meter m
--=      JOIN tenant.unit u ON ((u.unit_key = m.unit_key)))
--=      JOIN LATERAL ( SELECT c.industry_key,
--=             c.from_date,
--=             c.timezone,
--=             c.shift_start_at,
--=             c.days_offset,
--=             c.until_date,
--=             c.number,
--=             c.begins_at
--=            FROM analytics_private.clock_rule c
--=           WHERE ((c.industry_key = m.industry_key) AND ((c.number = 1) OR (c.begins_at <= m.installed_at)))
--=           ORDER BY c.from_date DESC
--=          LIMIT 1) r ON (true))
--=   WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.meter_swaps TO water_analyst;
COMMENT ON VIEW analytics.meter_swaps IS 'When another meter was installed in a unit: one row per swap. The hour of a swap counts each meter on its own, so its registers do not differ by its value.';

CREATE VIEW analytics.meters WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  meter_number integer, -- Meters of the unit counted from 1, the first one; a number without unit.
  serial text, -- Number on the meter; no unit, null when not stated.
  installed_at timestamp with time zone, -- Instant at which the meter was installed, timestamp with time zone; null for the first meter of a unit.
  removed_at timestamp with time zone, -- Instant at which the next meter took its place, timestamp with time zone; null while the meter is in use.
  initial_register double precision, -- Register that was written down when the meter was installed, thousandths of si_unit before flow_factor; null when nobody did.
  final_register double precision, -- Register that was written down when the meter was taken out, thousandths of si_unit before flow_factor; null when nobody did, or while it is in use.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     (m.number)::integer AS meter_number,
--=     m.serial,
--=     m.installed_at,
--=     m.removed_at,
--=     m.initial_register,
--=     m.final_register
--=    FROM (tenant.unit u
--=      CROSS JOIN LATERAL ( SELECT row_number() OVER w AS number,
--=             a.serial,
--=             a.installed_at,
--=             lead(a.installed_at) OVER w AS removed_at,
--=             a.initial_register,
--=             lead(a.final_register_of_old) OVER w AS final_register
--=            FROM ( SELECT NULL::text AS serial,
--=                     NULL::timestamp with time zone AS installed_at,
--=                     NULL::double precision AS initial_register,
--=                     NULL::double precision AS final_register_of_old
--=                 UNION ALL
--=                  SELECT x.serial,
--=                     x.installed_at,
--=                     x.initial_register,
--=                     x.final_register_of_old
--=                    FROM tenant.meter x
--=                   WHERE (x.unit_key = u.unit_key)) a
--=           WINDOW w AS (ORDER BY a.installed_at NULLS FIRST)) m)
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (EXISTS ( SELECT
--=            FROM tenant.unit_version v
--=           WHERE ((v.unit_key = u.unit_key) AND (analytics_private.unit_group(v.standard_category_id) = ANY (ARRAY['FLOW'::text, 'CONSUMPTION'::text, 'ENERGY'::text]))))))
GRANT SELECT ON analytics.meters TO water_analyst;
COMMENT ON VIEW analytics.meters IS 'Meters that measured at a unit with a register, one after the other: one row per meter. A register counts on within one meter only.';

CREATE VIEW analytics.monthly_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  month_start date, -- First business day of the month, a date.
  value numeric, -- Figure of the period in thousandths of si_unit (si_unit itself where division_factor is 1), flow_factor applied; null: no data, never 0. Flow, energy: quantity; tanks, ground water: last level; quality: null, see the parameter views.
  value_display numeric, -- value in si_unit: the number answers and reports show.
  division_factor numeric, -- What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and quality. A number without unit.
  initial_register numeric, -- Register at the beginning of the period, thousandths of si_unit, flow_factor applied; null without registers.
  final_register numeric, -- Register at the end of the period, thousandths of si_unit, flow_factor applied; null without registers.
  flow_factor numeric, -- Meter multiplier that figures contain and readings do not; a number without unit.
  non_zero_readings bigint, -- Readings whose interval value is above min_non_zero_threshold, a count; null for groups without it.
  opening_stock numeric, -- Tanks: level of the last reading before the period, thousandths of si_unit; 0 only when there is none. null for other groups.
  max_capacity numeric, -- Capacity of a tank in thousandths of si_unit; null for units that are no tanks.
  percentage numeric, -- Tanks: the last reading, percent of max_capacity (of the height where a survey gave them a curve); null for other groups, without data and at level 0.
  average_level numeric, -- Ground water: mean of the levels of the period in si_unit, 0 when there is none; null for other groups.
  energy_saved_kwh numeric, -- Energy saved against the reference power in kWh, negative when more was used; null for groups other than energy.
  energy_saved_coverage numeric, -- Share of the expected intervals on which energy_saved_kwh rests, 0 to 1; null for groups other than energy.
  offline_slots bigint, -- Slots without a genuine reading, a count. A day without any reading counts 0 for flow and energy and 288 for other groups.
  offline_minutes numeric, -- Minutes without genuine readings in the period; 1440 for a day without any.
  offline_value numeric, -- Part of the quantity that was booked in slots without a genuine reading, thousandths of si_unit, with register jumps that belong to no hour; null for groups without it.
  unheard_value numeric, -- What passed between two registers, mostly while nothing was sent, and is in no hour and no total, thousandths of si_unit; told where the meter is heard again. null: nothing.
  unheard_from timestamp with time zone, -- Timestamp of the last reading before what passed unheard; of several the first.
  unheard_to timestamp with time zone, -- Timestamp of the first reading after what passed unheard; of several the last.
  unheard_silences integer, -- Count of how often nothing at all was sent meanwhile; 0 where readings came without a register, or registers come alone.
  slots_expected bigint, -- Slots in which a reading was expected, a count.
  slots_genuine bigint, -- Slots with a genuine reading, a count.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  bound text, -- On which side of value the truth lies for what was not measured: at least, at most, or open (either). null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings count as there. No unit.
  meters integer, -- Meters that the figure is made of, a count: 1, or of a virtual unit all those that its formula uses, through other virtual units as well.
  meters_measured integer, -- How many of meters measured something in the period, a count; of a virtual unit's month or year, on the day when most of them did.
  readings_used bigint, -- Readings the figures rest on, a count.
  readings_estimated bigint, -- Readings among them that the device estimated, a count.
  estimated_share numeric, -- Estimated readings / readings, 0 to 1; null without readings.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
  computed_at timestamp with time zone, -- Instant at which these figures were computed first, timestamp with time zone.
  document_id text, -- Id of the processed document the row was taken from; no unit.
);
--=  SELECT unit_id,
--=     unit_name,
--=     unit_group,
--=     si_unit,
--=     period_start AS month_start,
--=     value,
--=     value_display,
--=     division_factor,
--=     initial_register,
--=     final_register,
--=     flow_factor,
--=     non_zero_readings,
--=     opening_stock,
--=     max_capacity,
--=     percentage,
--=     average_level,
--=     energy_saved_kwh,
--=     energy_saved_coverage,
--=     offline_slots,
--=     offline_minutes,
--=     offline_value,
--=     unheard_value,
--=     unheard_from,
--=     unheard_to,
--=     unheard_silences,
--=     slots_expected,
--=     slots_genuine,
--=     coverage,
--=     bound,
--=     meters,
--=     meters_measured,
--=     readings_used,
--=     readings_estimated,
--=     estimated_share,
--=     is_stale,
--=     computed_at,
--=     (((((industry_id || '_'::text) || to_char((period_start)::timestamp with time zone, 'MM-YYYY'::text)) || '_'::text) || unit_id) || '_MONTHLY'::text) AS document_id
--=    FROM analytics_private.document_figures
--=   WHERE ((industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (period = 'MONTHLY'::text))
GRANT SELECT ON analytics.monthly_figures TO water_analyst;
COMMENT ON VIEW analytics.monthly_figures IS 'Business months with a processed day: one row per unit and month. All ended days of the month count, those without a row in daily_figures as not measured. A month that has not ended holds the days ended so far.';

CREATE VIEW analytics.monthly_parameter_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  month_start date, -- First business day of the month, a date.
  value numeric, -- Mean of the daily figures in parameter_unit, or the last one for a parameter declared isLatest; null without samples, and where parameter_unit changed.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT d.unit_id,
--=     d.unit_name,
--=     d.unit_group,
--=     p.parameter,
--=     ((d.params -> p.parameter) ->> 'displayName'::text) AS parameter_name,
--=     ((d.params -> p.parameter) ->> 'siUnit'::text) AS parameter_unit,
--=     d.period_start AS month_start,
--=     (p.figure)::numeric AS value,
--=     d.coverage,
--=     d.is_stale
--=    FROM (analytics_private.document_figures d
--=      CROSS JOIN LATERAL jsonb_each_text(COALESCE(d.value_by_parameter, d.param_value)) p(parameter, figure))
--=   WHERE ((d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (d.period = 'MONTHLY'::text))
GRANT SELECT ON analytics.monthly_parameter_figures TO water_analyst;
COMMENT ON VIEW analytics.monthly_parameter_figures IS 'The same by business month: one row per unit, parameter and month. The value is the mean of the daily figures, not of the samples.';

CREATE VIEW analytics.parameter_readings WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  business_at timestamp without time zone, -- Position on the business clock: business_date plus the time elapsed since that day began; timestamp without time zone.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  read_at timestamp with time zone, -- Instant the device gave the reading, timestamp with time zone.
  value double precision, -- Sample as sent, in parameter_unit.
  estimated boolean, -- true: the device filled this value in instead of measuring it. No unit.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     p.name AS parameter,
--=     ((v.params -> p.name) ->> 'displayName'::text) AS parameter_name,
--=     ((v.params -> p.name) ->> 'siUnit'::text) AS parameter_unit,
--=     r.business_at,
--=     (r.business_at)::date AS business_date,
--=     r.created_on AS read_at,
--=     r.value,
--=     r.estimated
--=    FROM (((telemetry.parameter_reading r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=      JOIN telemetry.parameter p ON ((p.parameter_key = r.parameter_key)))
--=      LEFT JOIN LATERAL ( SELECT w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= (r.business_at)::date))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=   WHERE (u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.parameter_readings TO water_analyst;
COMMENT ON VIEW analytics.parameter_readings IS 'Samples of named parameters (quality values, electrical parameters): one row per unit, parameter and instant. Filter on business_at with timestamps.';

CREATE VIEW analytics.parameter_rollup_daily WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  sample_count bigint, -- Samples of the parameter, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  mean numeric, -- Mean of the samples in parameter_unit; null where that changed in the period.
  value_min double precision, -- Smallest sample in parameter_unit.
  value_max double precision, -- Largest sample in parameter_unit.
  last_value double precision, -- Last sample in parameter_unit.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     p.name AS parameter,
--=     ((v.params -> p.name) ->> 'displayName'::text) AS parameter_name,
--=     ((v.params -> p.name) ->> 'siUnit'::text) AS parameter_unit,
--=     r.bucket,
--=     (r.bucket)::date AS business_date,
--=     r.sample_count,
--=     r.estimated_count,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN trim_scale(round(((r.value_sum_nano * 0.000000001) / (r.sample_count)::numeric), 9))
--=             ELSE NULL::numeric
--=         END AS mean,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_min
--=             ELSE NULL::double precision
--=         END AS value_min,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_max
--=             ELSE NULL::double precision
--=         END AS value_max,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.last_value
--=             ELSE NULL::double precision
--=         END AS last_value,
--=     r.last_at
--=    FROM (((((( SELECT parameter_rollup_daily.unit_key,
--=             parameter_rollup_daily.parameter_key,
--=             parameter_rollup_daily.bucket,
--=             parameter_rollup_daily.sample_count,
--=             parameter_rollup_daily.estimated_count,
--=             parameter_rollup_daily.value_sum_nano,
--=             parameter_rollup_daily.value_min,
--=             parameter_rollup_daily.value_max,
--=             parameter_rollup_daily.last_value,
--=             parameter_rollup_daily.last_at
--=            FROM telemetry.parameter_rollup_daily
--=           WHERE ((parameter_rollup_daily.bucket < COALESCE(( SELECT date_trunc('day'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, parameter_rollup_daily.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_parameter_rollup_daily.unit_key,
--=             sealed_parameter_rollup_daily.parameter_key,
--=             sealed_parameter_rollup_daily.bucket,
--=             sealed_parameter_rollup_daily.sample_count,
--=             sealed_parameter_rollup_daily.estimated_count,
--=             sealed_parameter_rollup_daily.value_sum_nano,
--=             sealed_parameter_rollup_daily.value_min,
--=             sealed_parameter_rollup_daily.value_max,
--=             sealed_parameter_rollup_daily.last_value,
--=             sealed_parameter_rollup_daily.last_at
--=            FROM telemetry.sealed_parameter_rollup_daily
--=         UNION ALL
--=          SELECT parameter_rollup_daily_live.unit_key,
--=             parameter_rollup_daily_live.parameter_key,
--=             parameter_rollup_daily_live.bucket,
--=             parameter_rollup_daily_live.sample_count,
--=             parameter_rollup_daily_live.estimated_count,
--=             parameter_rollup_daily_live.value_sum_nano,
--=             parameter_rollup_daily_live.value_min,
--=             parameter_rollup_daily_live.value_max,
--=             parameter_rollup_daily_live.last_value,
--=             parameter_rollup_daily_live.last_at
--=            FROM analytics_private.parameter_rollup_daily_live() parameter_rollup_daily_live(unit_key, parameter_key, bucket, sample_count, estimated_count, value_sum_nano, value_min, value_max, last_value, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=      JOIN telemetry.parameter p ON ((p.parameter_key = r.parameter_key)))
--=      CROSS JOIN LATERAL ( SELECT LEAST(( SELECT d.business_date
--=                    FROM analytics_private.running_day d
--=                   WHERE (d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))), (((r.bucket + '1 day'::interval))::date - 1)) AS last_day) e)
--=      LEFT JOIN LATERAL ( SELECT w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=      CROSS JOIN LATERAL ( SELECT false AS is_changed) c)
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.parameter_rollup_daily TO water_analyst;
COMMENT ON VIEW analytics.parameter_rollup_daily IS 'Samples of named parameters added up by business day: one row per unit, parameter and day with samples, the running day included.';

CREATE VIEW analytics.parameter_rollup_hourly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  sample_count bigint, -- Samples of the parameter, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  mean numeric, -- Mean of the samples in parameter_unit; null where that changed in the period.
  value_min double precision, -- Smallest sample in parameter_unit.
  value_max double precision, -- Largest sample in parameter_unit.
  last_value double precision, -- Last sample in parameter_unit.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     p.name AS parameter,
--=     ((v.params -> p.name) ->> 'displayName'::text) AS parameter_name,
--=     ((v.params -> p.name) ->> 'siUnit'::text) AS parameter_unit,
--=     r.bucket,
--=     (r.bucket)::date AS business_date,
--=     r.sample_count,
--=     r.estimated_count,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN trim_scale(round(((r.value_sum_nano * 0.000000001) / (r.sample_count)::numeric), 9))
--=             ELSE NULL::numeric
--=         END AS mean,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_min
--=             ELSE NULL::double precision
--=         END AS value_min,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_max
--=             ELSE NULL::double precision
--=         END AS value_max,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.last_value
--=             ELSE NULL::double precision
--=         END AS last_value,
--=     r.last_at
--=    FROM (((((( SELECT parameter_rollup_hourly.unit_key,
--=             parameter_rollup_hourly.parameter_key,
--=             parameter_rollup_hourly.bucket,
--=             parameter_rollup_hourly.sample_count,
--=             parameter_rollup_hourly.estimated_count,
--=             parameter_rollup_hourly.value_sum_nano,
--=             parameter_rollup_hourly.value_min,
--=             parameter_rollup_hourly.value_max,
--=             parameter_rollup_hourly.last_value,
--=             parameter_rollup_hourly.last_at
--=            FROM telemetry.parameter_rollup_hourly
--=           WHERE ((parameter_rollup_hourly.bucket < COALESCE(( SELECT date_trunc('day'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, parameter_rollup_hourly.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_parameter_rollup_hourly.unit_key,
--=             sealed_parameter_rollup_hourly.parameter_key,
--=             sealed_parameter_rollup_hourly.bucket,
--=             sealed_parameter_rollup_hourly.sample_count,
--=             sealed_parameter_rollup_hourly.estimated_count,
--=             sealed_parameter_rollup_hourly.value_sum_nano,
--=             sealed_parameter_rollup_hourly.value_min,
--=             sealed_parameter_rollup_hourly.value_max,
--=             sealed_parameter_rollup_hourly.last_value,
--=             sealed_parameter_rollup_hourly.last_at
--=            FROM telemetry.sealed_parameter_rollup_hourly
--=         UNION ALL
--=          SELECT parameter_rollup_hourly_live.unit_key,
--=             parameter_rollup_hourly_live.parameter_key,
--=             parameter_rollup_hourly_live.bucket,
--=             parameter_rollup_hourly_live.sample_count,
--=             parameter_rollup_hourly_live.estimated_count,
--=             parameter_rollup_hourly_live.value_sum_nano,
--=             parameter_rollup_hourly_live.value_min,
--=             parameter_rollup_hourly_live.value_max,
--=             parameter_rollup_hourly_live.last_value,
--=             parameter_rollup_hourly_live.last_at
--=            FROM analytics_private.parameter_rollup_hourly_live() parameter_rollup_hourly_live(unit_key, parameter_key, bucket, sample_count, estimated_count, value_sum_nano, value_min, value_max, last_value, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=      JOIN telemetry.parameter p ON ((p.parameter_key = r.parameter_key)))
--=      CROSS JOIN LATERAL ( SELECT LEAST(( SELECT d.business_date
--=                    FROM analytics_private.running_day d
--=                   WHERE (d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))), (((r.bucket + '1 day'::interval))::date - 1)) AS last_day) e)
--=      LEFT JOIN LATERAL ( SELECT w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=      CROSS JOIN LATERAL ( SELECT false AS is_changed) c)
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.parameter_rollup_hourly TO water_analyst;
COMMENT ON VIEW analytics.parameter_rollup_hourly IS 'Samples of named parameters added up by business hour: one row per unit, parameter and hour with samples, the running hour included.';

CREATE VIEW analytics.parameter_rollup_monthly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  sample_count bigint, -- Samples of the parameter, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  mean numeric, -- Mean of the samples in parameter_unit; null where that changed in the period.
  value_min double precision, -- Smallest sample in parameter_unit; null where that changed in the period.
  value_max double precision, -- Largest sample in parameter_unit; null where that changed in the period.
  last_value double precision, -- Last sample in parameter_unit; null where that changed in the period.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     p.name AS parameter,
--=     ((v.params -> p.name) ->> 'displayName'::text) AS parameter_name,
--=     ((v.params -> p.name) ->> 'siUnit'::text) AS parameter_unit,
--=     r.bucket,
--=     r.sample_count,
--=     r.estimated_count,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN trim_scale(round(((r.value_sum_nano * 0.000000001) / (r.sample_count)::numeric), 9))
--=             ELSE NULL::numeric
--=         END AS mean,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_min
--=             ELSE NULL::double precision
--=         END AS value_min,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_max
--=             ELSE NULL::double precision
--=         END AS value_max,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.last_value
--=             ELSE NULL::double precision
--=         END AS last_value,
--=     r.last_at
--=    FROM (((((( SELECT parameter_rollup_monthly.unit_key,
--=             parameter_rollup_monthly.parameter_key,
--=             parameter_rollup_monthly.bucket,
--=             parameter_rollup_monthly.sample_count,
--=             parameter_rollup_monthly.estimated_count,
--=             parameter_rollup_monthly.value_sum_nano,
--=             parameter_rollup_monthly.value_min,
--=             parameter_rollup_monthly.value_max,
--=             parameter_rollup_monthly.last_value,
--=             parameter_rollup_monthly.last_at
--=            FROM telemetry.parameter_rollup_monthly
--=           WHERE ((parameter_rollup_monthly.bucket < COALESCE(( SELECT date_trunc('month'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, parameter_rollup_monthly.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_parameter_rollup_monthly.unit_key,
--=             sealed_parameter_rollup_monthly.parameter_key,
--=             sealed_parameter_rollup_monthly.bucket,
--=             sealed_parameter_rollup_monthly.sample_count,
--=             sealed_parameter_rollup_monthly.estimated_count,
--=             sealed_parameter_rollup_monthly.value_sum_nano,
--=             sealed_parameter_rollup_monthly.value_min,
--=             sealed_parameter_rollup_monthly.value_max,
--=             sealed_parameter_rollup_monthly.last_value,
--=             sealed_parameter_rollup_monthly.last_at
--=            FROM telemetry.sealed_parameter_rollup_monthly
--=         UNION ALL
--=          SELECT parameter_rollup_monthly_live.unit_key,
--=             parameter_rollup_monthly_live.parameter_key,
--=             parameter_rollup_monthly_live.bucket,
--=             parameter_rollup_monthly_live.sample_count,
--=             parameter_rollup_monthly_live.estimated_count,
--=             parameter_rollup_monthly_live.value_sum_nano,
--=             parameter_rollup_monthly_live.value_min,
--=             parameter_rollup_monthly_live.value_max,
--=             parameter_rollup_monthly_live.last_value,
--=             parameter_rollup_monthly_live.last_at
--=            FROM analytics_private.parameter_rollup_monthly_live() parameter_rollup_monthly_live(unit_key, parameter_key, bucket, sample_count, estimated_count, value_sum_nano, value_min, value_max, last_value, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=      JOIN telemetry.parameter p ON ((p.parameter_key = r.parameter_key)))
--=      CROSS JOIN LATERAL ( SELECT LEAST(( SELECT d.business_date
--=                    FROM analytics_private.running_day d
--=                   WHERE (d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))), (((r.bucket + '1 mon'::interval))::date - 1)) AS last_day) e)
--=      LEFT JOIN LATERAL ( SELECT w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=      CROSS JOIN LATERAL ( SELECT (count(DISTINCT
--=                 CASE
--=                     WHEN ((w.params -> p.name) IS NOT NULL) THEN COALESCE(((w.params -> p.name) ->> 'siUnit'::text), ''::text)
--=                     ELSE NULL::text
--=                 END) > 1) AS is_changed
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day) AND (w.effective_from >= COALESCE(( SELECT max(b.effective_from) AS max
--=                    FROM tenant.unit_version b
--=                   WHERE ((b.unit_key = u.unit_key) AND (b.effective_from <= (r.bucket)::date))), '-infinity'::date)))) c)
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.parameter_rollup_monthly TO water_analyst;
COMMENT ON VIEW analytics.parameter_rollup_monthly IS 'Samples of named parameters added up by business month: one row per unit, parameter and month with samples, the running month included.';

CREATE VIEW analytics.parameter_rollup_yearly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  sample_count bigint, -- Samples of the parameter, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  mean numeric, -- Mean of the samples in parameter_unit; null where that changed in the period.
  value_min double precision, -- Smallest sample in parameter_unit; null where that changed in the period.
  value_max double precision, -- Largest sample in parameter_unit; null where that changed in the period.
  last_value double precision, -- Last sample in parameter_unit; null where that changed in the period.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     p.name AS parameter,
--=     ((v.params -> p.name) ->> 'displayName'::text) AS parameter_name,
--=     ((v.params -> p.name) ->> 'siUnit'::text) AS parameter_unit,
--=     r.bucket,
--=     r.sample_count,
--=     r.estimated_count,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN trim_scale(round(((r.value_sum_nano * 0.000000001) / (r.sample_count)::numeric), 9))
--=             ELSE NULL::numeric
--=         END AS mean,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_min
--=             ELSE NULL::double precision
--=         END AS value_min,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.value_max
--=             ELSE NULL::double precision
--=         END AS value_max,
--=         CASE
--=             WHEN (NOT c.is_changed) THEN r.last_value
--=             ELSE NULL::double precision
--=         END AS last_value,
--=     r.last_at
--=    FROM (((((( SELECT parameter_rollup_yearly.unit_key,
--=             parameter_rollup_yearly.parameter_key,
--=             parameter_rollup_yearly.bucket,
--=             parameter_rollup_yearly.sample_count,
--=             parameter_rollup_yearly.estimated_count,
--=             parameter_rollup_yearly.value_sum_nano,
--=             parameter_rollup_yearly.value_min,
--=             parameter_rollup_yearly.value_max,
--=             parameter_rollup_yearly.last_value,
--=             parameter_rollup_yearly.last_at
--=            FROM telemetry.parameter_rollup_yearly
--=           WHERE ((parameter_rollup_yearly.bucket < COALESCE(( SELECT date_trunc('year'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (parameter_rollup_yearly.bucket <> ALL (( SELECT analytics_private.sealed_years() AS sealed_years)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT parameter_rollup_yearly_live.unit_key,
--=             parameter_rollup_yearly_live.parameter_key,
--=             parameter_rollup_yearly_live.bucket,
--=             parameter_rollup_yearly_live.sample_count,
--=             parameter_rollup_yearly_live.estimated_count,
--=             parameter_rollup_yearly_live.value_sum_nano,
--=             parameter_rollup_yearly_live.value_min,
--=             parameter_rollup_yearly_live.value_max,
--=             parameter_rollup_yearly_live.last_value,
--=             parameter_rollup_yearly_live.last_at
--=            FROM analytics_private.parameter_rollup_yearly_live() parameter_rollup_yearly_live(unit_key, parameter_key, bucket, sample_count, estimated_count, value_sum_nano, value_min, value_max, last_value, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=      JOIN telemetry.parameter p ON ((p.parameter_key = r.parameter_key)))
--=      CROSS JOIN LATERAL ( SELECT LEAST(( SELECT d.business_date
--=                    FROM analytics_private.running_day d
--=                   WHERE (d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))), (((r.bucket + '1 year'::interval))::date - 1)) AS last_day) e)
--=      LEFT JOIN LATERAL ( SELECT w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=      CROSS JOIN LATERAL ( SELECT (count(DISTINCT
--=                 CASE
--=                     WHEN ((w.params -> p.name) IS NOT NULL) THEN COALESCE(((w.params -> p.name) ->> 'siUnit'::text), ''::text)
--=                     ELSE NULL::text
--=                 END) > 1) AS is_changed
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= e.last_day) AND (w.effective_from >= COALESCE(( SELECT max(b.effective_from) AS max
--=                    FROM tenant.unit_version b
--=                   WHERE ((b.unit_key = u.unit_key) AND (b.effective_from <= (r.bucket)::date))), '-infinity'::date)))) c)
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.parameter_rollup_yearly TO water_analyst;
COMMENT ON VIEW analytics.parameter_rollup_yearly IS 'Samples of named parameters added up by business year: one row per unit, parameter and year with samples, the running year included.';

CREATE VIEW analytics.quarantine WITH (security_barrier=true) (
  quarantine_id bigint, -- Number of the case; no unit.
  unit_id text, -- Unit the refused row named, null when it named none; it need not exist. No unit of measure.
  unit_name text, -- Display name of the unit that the refused row named; null when the industry has no such unit. No unit of measure.
  raw text, -- The refused row as it arrived; values in the sender's own units.
  reason_code text, -- Why it was refused, as a word for programs; no unit.
  reason text, -- Why it was refused, as a sentence; no unit.
  source text, -- How it arrived: http, csv, mqtt, quarantine or archive; no unit.
  received_at timestamp with time zone, -- Instant at which the row arrived first, timestamp with time zone.
  times_received integer, -- How often the same row arrived, a count.
  status text, -- held, released or discarded; no unit.
  decided_at timestamp with time zone, -- Instant at which an operator released or discarded the row, timestamp with time zone; null while it is held.
);
--=  SELECT q.quarantine_id,
--=     q.unit_id,
--=     u.display_name AS unit_name,
--=     q.raw,
--=     q.reason_code,
--=     q.reason,
--=     q.source,
--=     q.received_at,
--=     q.times_received,
--=     q.status,
--=     q.decided_at
--=    FROM (telemetry.quarantine q
--=      LEFT JOIN tenant.unit u ON (((u.industry_key = q.industry_key) AND (u.unit_id = q.unit_id))))
--=   WHERE (q.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.quarantine TO water_analyst;
COMMENT ON VIEW analytics.quarantine IS 'Rows that were refused as readings, with the reason: one row per refused row and reason.';

CREATE VIEW analytics.readings WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  business_at timestamp without time zone, -- Position on the business clock: business_date plus the time elapsed since that day began; timestamp without time zone.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  read_at timestamp with time zone, -- Instant the device gave the reading, timestamp with time zone.
  value double precision, -- Interval value as sent: thousandths of si_unit before flow_factor (tanks: percent of max_capacity, of the height where a survey gave them a curve; ground water: si_unit); null when not sent.
  register double precision, -- Cumulative register as sent, thousandths of si_unit before flow_factor; null when not sent.
  register_excluded boolean, -- true: a register check took this register out of all figures; the reading itself stays. No unit.
  estimated boolean, -- true: the device filled this value in instead of measuring it. No unit.
  offline_minutes real, -- Minutes the device says it was offline before this reading; null when it says nothing.
  received_at timestamp with time zone, -- Instant at which the row arrived last with another content, to the minute, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     u.si_unit,
--=     r.business_at,
--=     (r.business_at)::date AS business_date,
--=     r.created_on AS read_at,
--=     r.value,
--=     r.summed_value AS register,
--=     r.register_excluded,
--=     r.estimated,
--=     r.offline_minutes,
--=     r.received_at
--=    FROM (telemetry.reading r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=   WHERE (u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.readings TO water_analyst;
COMMENT ON VIEW analytics.readings IS 'Readings as stored, before flow_factor: one row per unit and instant. Filter on business_at with timestamps (business_at >= timestamp ''2026-01-15''): it is what the table is partitioned by.';

CREATE VIEW analytics.rollup_daily WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  reading_count bigint, -- Readings, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  value_count bigint, -- Readings with an interval value, a count.
  value_sum numeric, -- Sum of interval values, thousandths of si_unit before flow_factor; without meaning for levels.
  estimated_value_sum numeric, -- Sum of estimated interval values, thousandths of si_unit before flow_factor; null when there is none.
  positive_count bigint, -- Readings with an interval value above 0, a count.
  value_min double precision, -- Smallest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  value_max double precision, -- Largest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_value double precision, -- First interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  last_value double precision, -- Last interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_register double precision, -- First register, thousandths of si_unit before flow_factor; null without registers.
  last_register double precision, -- Last register, thousandths of si_unit before flow_factor; null without registers.
  first_at timestamp with time zone, -- Instant of the first reading of the period, timestamp with time zone.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     u.si_unit,
--=     r.bucket,
--=     (r.bucket)::date AS business_date,
--=     r.reading_count,
--=     r.estimated_count,
--=     r.value_count,
--=     trim_scale((r.value_sum_micro * 0.000001)) AS value_sum,
--=     trim_scale((r.estimated_sum_micro * 0.000001)) AS estimated_value_sum,
--=     r.positive_count,
--=     r.value_min,
--=     r.value_max,
--=     r.first_value,
--=     r.last_value,
--=     r.first_register,
--=     r.last_register,
--=     r.first_at,
--=     r.last_at
--=    FROM (( SELECT rollup_daily.unit_key,
--=             rollup_daily.bucket,
--=             rollup_daily.reading_count,
--=             rollup_daily.estimated_count,
--=             rollup_daily.value_count,
--=             rollup_daily.value_sum_micro,
--=             rollup_daily.estimated_sum_micro,
--=             rollup_daily.positive_count,
--=             rollup_daily.value_min,
--=             rollup_daily.value_max,
--=             rollup_daily.first_value,
--=             rollup_daily.last_value,
--=             rollup_daily.first_register,
--=             rollup_daily.last_register,
--=             rollup_daily.first_at,
--=             rollup_daily.last_at
--=            FROM telemetry.rollup_daily
--=           WHERE ((rollup_daily.bucket < COALESCE(( SELECT date_trunc('day'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, rollup_daily.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_rollup_daily.unit_key,
--=             sealed_rollup_daily.bucket,
--=             sealed_rollup_daily.reading_count,
--=             sealed_rollup_daily.estimated_count,
--=             sealed_rollup_daily.value_count,
--=             sealed_rollup_daily.value_sum_micro,
--=             sealed_rollup_daily.estimated_sum_micro,
--=             sealed_rollup_daily.positive_count,
--=             sealed_rollup_daily.value_min,
--=             sealed_rollup_daily.value_max,
--=             sealed_rollup_daily.first_value,
--=             sealed_rollup_daily.last_value,
--=             sealed_rollup_daily.first_register,
--=             sealed_rollup_daily.last_register,
--=             sealed_rollup_daily.first_at,
--=             sealed_rollup_daily.last_at
--=            FROM telemetry.sealed_rollup_daily
--=         UNION ALL
--=          SELECT rollup_daily_live.unit_key,
--=             rollup_daily_live.bucket,
--=             rollup_daily_live.reading_count,
--=             rollup_daily_live.estimated_count,
--=             rollup_daily_live.value_count,
--=             rollup_daily_live.value_sum_micro,
--=             rollup_daily_live.estimated_sum_micro,
--=             rollup_daily_live.positive_count,
--=             rollup_daily_live.value_min,
--=             rollup_daily_live.value_max,
--=             rollup_daily_live.first_value,
--=             rollup_daily_live.last_value,
--=             rollup_daily_live.first_register,
--=             rollup_daily_live.last_register,
--=             rollup_daily_live.first_at,
--=             rollup_daily_live.last_at
--=            FROM analytics_private.rollup_daily_live() rollup_daily_live(unit_key, bucket, reading_count, estimated_count, value_count, value_sum_micro, estimated_sum_micro, positive_count, value_min, value_max, first_value, last_value, first_register, last_register, first_at, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.rollup_daily TO water_analyst;
COMMENT ON VIEW analytics.rollup_daily IS 'Readings added up by business day, before flow_factor: one row per unit and day with readings, the running day included.';

CREATE VIEW analytics.rollup_hourly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  reading_count bigint, -- Readings, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  value_count bigint, -- Readings with an interval value, a count.
  value_sum numeric, -- Sum of interval values, thousandths of si_unit before flow_factor; without meaning for levels.
  estimated_value_sum numeric, -- Sum of estimated interval values, thousandths of si_unit before flow_factor; null when there is none.
  positive_count bigint, -- Readings with an interval value above 0, a count.
  value_min double precision, -- Smallest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  value_max double precision, -- Largest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_value double precision, -- First interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  last_value double precision, -- Last interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_register double precision, -- First register, thousandths of si_unit before flow_factor; null without registers.
  last_register double precision, -- Last register, thousandths of si_unit before flow_factor; null without registers.
  first_at timestamp with time zone, -- Instant of the first reading of the period, timestamp with time zone.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     u.si_unit,
--=     r.bucket,
--=     (r.bucket)::date AS business_date,
--=     r.reading_count,
--=     r.estimated_count,
--=     r.value_count,
--=     trim_scale(((r.value_sum_micro)::numeric * 0.000001)) AS value_sum,
--=     trim_scale(((r.estimated_sum_micro)::numeric * 0.000001)) AS estimated_value_sum,
--=     r.positive_count,
--=     r.value_min,
--=     r.value_max,
--=     r.first_value,
--=     r.last_value,
--=     r.first_register,
--=     r.last_register,
--=     r.first_at,
--=     r.last_at
--=    FROM (( SELECT rollup_hourly.unit_key,
--=             rollup_hourly.bucket,
--=             rollup_hourly.reading_count,
--=             rollup_hourly.estimated_count,
--=             rollup_hourly.value_count,
--=             rollup_hourly.value_sum_micro,
--=             rollup_hourly.estimated_sum_micro,
--=             rollup_hourly.positive_count,
--=             rollup_hourly.value_min,
--=             rollup_hourly.value_max,
--=             rollup_hourly.first_value,
--=             rollup_hourly.last_value,
--=             rollup_hourly.first_register,
--=             rollup_hourly.first_register_value,
--=             rollup_hourly.last_register,
--=             rollup_hourly.first_at,
--=             rollup_hourly.last_at,
--=             rollup_hourly.genuine_minutes_low,
--=             rollup_hourly.genuine_minutes_high
--=            FROM telemetry.rollup_hourly
--=           WHERE ((rollup_hourly.bucket < COALESCE(( SELECT date_trunc('day'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, rollup_hourly.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_rollup_hourly.unit_key,
--=             sealed_rollup_hourly.bucket,
--=             sealed_rollup_hourly.reading_count,
--=             sealed_rollup_hourly.estimated_count,
--=             sealed_rollup_hourly.value_count,
--=             sealed_rollup_hourly.value_sum_micro,
--=             sealed_rollup_hourly.estimated_sum_micro,
--=             sealed_rollup_hourly.positive_count,
--=             sealed_rollup_hourly.value_min,
--=             sealed_rollup_hourly.value_max,
--=             sealed_rollup_hourly.first_value,
--=             sealed_rollup_hourly.last_value,
--=             sealed_rollup_hourly.first_register,
--=             sealed_rollup_hourly.first_register_value,
--=             sealed_rollup_hourly.last_register,
--=             sealed_rollup_hourly.first_at,
--=             sealed_rollup_hourly.last_at,
--=             sealed_rollup_hourly.genuine_minutes_low,
--=             sealed_rollup_hourly.genuine_minutes_high
--=            FROM telemetry.sealed_rollup_hourly
--=         UNION ALL
--=          SELECT rollup_hourly_live.unit_key,
--=             rollup_hourly_live.bucket,
--=             rollup_hourly_live.reading_count,
--=             rollup_hourly_live.estimated_count,
--=             rollup_hourly_live.value_count,
--=             rollup_hourly_live.value_sum_micro,
--=             rollup_hourly_live.estimated_sum_micro,
--=             rollup_hourly_live.positive_count,
--=             rollup_hourly_live.value_min,
--=             rollup_hourly_live.value_max,
--=             rollup_hourly_live.first_value,
--=             rollup_hourly_live.last_value,
--=             rollup_hourly_live.first_register,
--=             rollup_hourly_live.first_register_value,
--=             rollup_hourly_live.last_register,
--=             rollup_hourly_live.first_at,
--=             rollup_hourly_live.last_at,
--=             rollup_hourly_live.genuine_minutes_low,
--=             rollup_hourly_live.genuine_minutes_high
--=            FROM analytics_private.rollup_hourly_live() rollup_hourly_live(unit_key, bucket, reading_count, estimated_count, value_count, value_sum_micro, estimated_sum_micro, positive_count, value_min, value_max, first_value, last_value, first_register, first_register_value, last_register, first_at, last_at, genuine_minutes_low, genuine_minutes_high)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.rollup_hourly TO water_analyst;
COMMENT ON VIEW analytics.rollup_hourly IS 'Readings added up by business hour, before flow_factor: one row per unit and hour with readings, the running hour included.';

CREATE VIEW analytics.rollup_monthly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  reading_count bigint, -- Readings, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  value_count bigint, -- Readings with an interval value, a count.
  value_sum numeric, -- Sum of interval values, thousandths of si_unit before flow_factor; without meaning for levels.
  estimated_value_sum numeric, -- Sum of estimated interval values, thousandths of si_unit before flow_factor; null when there is none.
  positive_count bigint, -- Readings with an interval value above 0, a count.
  value_min double precision, -- Smallest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  value_max double precision, -- Largest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_value double precision, -- First interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  last_value double precision, -- Last interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_register double precision, -- First register, thousandths of si_unit before flow_factor; null without registers.
  last_register double precision, -- Last register, thousandths of si_unit before flow_factor; null without registers.
  first_at timestamp with time zone, -- Instant of the first reading of the period, timestamp with time zone.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     u.si_unit,
--=     r.bucket,
--=     r.reading_count,
--=     r.estimated_count,
--=     r.value_count,
--=     trim_scale((r.value_sum_micro * 0.000001)) AS value_sum,
--=     trim_scale((r.estimated_sum_micro * 0.000001)) AS estimated_value_sum,
--=     r.positive_count,
--=     r.value_min,
--=     r.value_max,
--=     r.first_value,
--=     r.last_value,
--=     r.first_register,
--=     r.last_register,
--=     r.first_at,
--=     r.last_at
--=    FROM (( SELECT rollup_monthly.unit_key,
--=             rollup_monthly.bucket,
--=             rollup_monthly.reading_count,
--=             rollup_monthly.estimated_count,
--=             rollup_monthly.value_count,
--=             rollup_monthly.value_sum_micro,
--=             rollup_monthly.estimated_sum_micro,
--=             rollup_monthly.positive_count,
--=             rollup_monthly.value_min,
--=             rollup_monthly.value_max,
--=             rollup_monthly.first_value,
--=             rollup_monthly.last_value,
--=             rollup_monthly.first_register,
--=             rollup_monthly.last_register,
--=             rollup_monthly.first_at,
--=             rollup_monthly.last_at
--=            FROM telemetry.rollup_monthly
--=           WHERE ((rollup_monthly.bucket < COALESCE(( SELECT date_trunc('month'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (date_trunc('month'::text, rollup_monthly.bucket) <> ALL (( SELECT analytics_private.sealed_months() AS sealed_months)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT sealed_rollup_monthly.unit_key,
--=             sealed_rollup_monthly.bucket,
--=             sealed_rollup_monthly.reading_count,
--=             sealed_rollup_monthly.estimated_count,
--=             sealed_rollup_monthly.value_count,
--=             sealed_rollup_monthly.value_sum_micro,
--=             sealed_rollup_monthly.estimated_sum_micro,
--=             sealed_rollup_monthly.positive_count,
--=             sealed_rollup_monthly.value_min,
--=             sealed_rollup_monthly.value_max,
--=             sealed_rollup_monthly.first_value,
--=             sealed_rollup_monthly.last_value,
--=             sealed_rollup_monthly.first_register,
--=             sealed_rollup_monthly.last_register,
--=             sealed_rollup_monthly.first_at,
--=             sealed_rollup_monthly.last_at
--=            FROM telemetry.sealed_rollup_monthly
--=         UNION ALL
--=          SELECT rollup_monthly_live.unit_key,
--=             rollup_monthly_live.bucket,
--=             rollup_monthly_live.reading_count,
--=             rollup_monthly_live.estimated_count,
--=             rollup_monthly_live.value_count,
--=             rollup_monthly_live.value_sum_micro,
--=             rollup_monthly_live.estimated_sum_micro,
--=             rollup_monthly_live.positive_count,
--=             rollup_monthly_live.value_min,
--=             rollup_monthly_live.value_max,
--=             rollup_monthly_live.first_value,
--=             rollup_monthly_live.last_value,
--=             rollup_monthly_live.first_register,
--=             rollup_monthly_live.last_register,
--=             rollup_monthly_live.first_at,
--=             rollup_monthly_live.last_at
--=            FROM analytics_private.rollup_monthly_live() rollup_monthly_live(unit_key, bucket, reading_count, estimated_count, value_count, value_sum_micro, estimated_sum_micro, positive_count, value_min, value_max, first_value, last_value, first_register, last_register, first_at, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.rollup_monthly TO water_analyst;
COMMENT ON VIEW analytics.rollup_monthly IS 'Readings added up by business month, before flow_factor: one row per unit and month with readings, the running month included.';

CREATE VIEW analytics.rollup_yearly WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  bucket timestamp without time zone, -- Start of the period on the business clock (business_date plus elapsed hours), a timestamp without time zone. Filter on it with timestamps.
  reading_count bigint, -- Readings, a count.
  estimated_count bigint, -- Readings or samples the device estimated, a count.
  value_count bigint, -- Readings with an interval value, a count.
  value_sum numeric, -- Sum of interval values, thousandths of si_unit before flow_factor; without meaning for levels.
  estimated_value_sum numeric, -- Sum of estimated interval values, thousandths of si_unit before flow_factor; null when there is none.
  positive_count bigint, -- Readings with an interval value above 0, a count.
  value_min double precision, -- Smallest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  value_max double precision, -- Largest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_value double precision, -- First interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  last_value double precision, -- Last interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit).
  first_register double precision, -- First register, thousandths of si_unit before flow_factor; null without registers.
  last_register double precision, -- Last register, thousandths of si_unit before flow_factor; null without registers.
  first_at timestamp with time zone, -- Instant of the first reading of the period, timestamp with time zone.
  last_at timestamp with time zone, -- Instant of the last reading or sample of the period, timestamp with time zone.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     u.si_unit,
--=     r.bucket,
--=     r.reading_count,
--=     r.estimated_count,
--=     r.value_count,
--=     trim_scale((r.value_sum_micro * 0.000001)) AS value_sum,
--=     trim_scale((r.estimated_sum_micro * 0.000001)) AS estimated_value_sum,
--=     r.positive_count,
--=     r.value_min,
--=     r.value_max,
--=     r.first_value,
--=     r.last_value,
--=     r.first_register,
--=     r.last_register,
--=     r.first_at,
--=     r.last_at
--=    FROM (( SELECT rollup_yearly.unit_key,
--=             rollup_yearly.bucket,
--=             rollup_yearly.reading_count,
--=             rollup_yearly.estimated_count,
--=             rollup_yearly.value_count,
--=             rollup_yearly.value_sum_micro,
--=             rollup_yearly.estimated_sum_micro,
--=             rollup_yearly.positive_count,
--=             rollup_yearly.value_min,
--=             rollup_yearly.value_max,
--=             rollup_yearly.first_value,
--=             rollup_yearly.last_value,
--=             rollup_yearly.first_register,
--=             rollup_yearly.last_register,
--=             rollup_yearly.first_at,
--=             rollup_yearly.last_at
--=            FROM telemetry.rollup_yearly
--=           WHERE ((rollup_yearly.bucket < COALESCE(( SELECT date_trunc('year'::text, analytics_private.live_from()) AS date_trunc), 'infinity'::timestamp without time zone)) AND (rollup_yearly.bucket <> ALL (( SELECT analytics_private.sealed_years() AS sealed_years)::timestamp without time zone[])))
--=         UNION ALL
--=          SELECT rollup_yearly_live.unit_key,
--=             rollup_yearly_live.bucket,
--=             rollup_yearly_live.reading_count,
--=             rollup_yearly_live.estimated_count,
--=             rollup_yearly_live.value_count,
--=             rollup_yearly_live.value_sum_micro,
--=             rollup_yearly_live.estimated_sum_micro,
--=             rollup_yearly_live.positive_count,
--=             rollup_yearly_live.value_min,
--=             rollup_yearly_live.value_max,
--=             rollup_yearly_live.first_value,
--=             rollup_yearly_live.last_value,
--=             rollup_yearly_live.first_register,
--=             rollup_yearly_live.last_register,
--=             rollup_yearly_live.first_at,
--=             rollup_yearly_live.last_at
--=            FROM analytics_private.rollup_yearly_live() rollup_yearly_live(unit_key, bucket, reading_count, estimated_count, value_count, value_sum_micro, estimated_sum_micro, positive_count, value_min, value_max, first_value, last_value, first_register, last_register, first_at, last_at)) r
--=      JOIN tenant.unit u ON ((u.unit_key = r.unit_key)))
--=   WHERE ((u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (r.unit_key = ANY (ARRAY( SELECT m.unit_key
--=            FROM tenant.unit m
--=           WHERE (m.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))))))
GRANT SELECT ON analytics.rollup_yearly TO water_analyst;
COMMENT ON VIEW analytics.rollup_yearly IS 'Readings added up by business year, before flow_factor: one row per unit and year with readings, the running year included.';

CREATE VIEW analytics.stale_days WITH (security_barrier=true) (
  business_date date, -- Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the industry's timezone, less days_offset, as industry_clock has them for it.
  unit_ids text[], -- Ids of the units whose readings or configuration changed; units that depend on them are affected too. No unit of measure.
  causes jsonb, -- Cause to number of changes, as JSON: late reading, correction, register check, earlier day, unfinished run, configuration, meter exchange, clock change, rollup repair, document repair, restored archive, new rules. Counts.
  marked_at timestamp with time zone, -- Instant at which the day was first found to be out of date, timestamp with time zone.
);
--=  SELECT business_date,
--=     ARRAY( SELECT u.unit_id
--=            FROM tenant.unit u
--=           WHERE ((u.unit_key = ANY (s.unit_keys)) AND (u.industry_key = s.industry_key))
--=           ORDER BY u."position", u.unit_id) AS unit_ids,
--=     causes,
--=     marked_at
--=    FROM telemetry.stale_day s
--=   WHERE (industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.stale_days TO water_analyst;
COMMENT ON VIEW analytics.stale_days IS 'Business days whose figures no longer agree with their readings or configuration and are about to be computed anew: one row per day.';

CREATE VIEW analytics.unit_versions WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  effective_from date, -- First business day to which the row applies, a date; 1900-01-01 stands for the beginning.
  effective_until date, -- First business day to which the row does not apply any more, a date; null for the newest row.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  standard_category_id text, -- standardCategoryId that decides the unit_group; no unit of measure.
  flow_factor double precision, -- Meter multiplier that figures contain and readings do not; a number without unit.
  min_non_zero_threshold double precision, -- Low-flow cutoff in thousandths of si_unit, before flow_factor: a reading counts as non-zero above it.
  max_capacity double precision, -- Capacity of a tank in thousandths of si_unit; null for units that are no tanks.
  data_update_frequency_seconds integer, -- Length of a slot, in which one reading is expected, in seconds.
  p_ref_kilowatts double precision, -- Reference power for energy savings in kilowatts; null when none is declared.
  formula text, -- Formula of a virtual unit; null for others. No unit of measure.
);
--=  SELECT u.unit_id,
--=     u.display_name AS unit_name,
--=     v.effective_from,
--=     lead(v.effective_from) OVER (PARTITION BY v.unit_key ORDER BY v.effective_from) AS effective_until,
--=     analytics_private.unit_group(v.standard_category_id) AS unit_group,
--=     v.standard_category_id,
--=     v.flow_factor,
--=     v.min_non_zero_threshold,
--=     v.max_capacity,
--=     v.data_update_frequency_seconds,
--=     v.p_ref_kilowatts,
--=     v.calculations AS formula
--=    FROM (tenant.unit_version v
--=      JOIN tenant.unit u ON ((u.unit_key = v.unit_key)))
--=   WHERE (u.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.unit_versions TO water_analyst;
COMMENT ON VIEW analytics.unit_versions IS 'What decided the figures of a unit and from which business day on: one row per unit and change. Figures of earlier days keep the earlier row.';

CREATE VIEW analytics.units WITH (security_barrier=true) (
  industry_id text, -- Id of the industry; no unit.
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  standard_category_id text, -- standardCategoryId that decides the unit_group; no unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  division_factor numeric, -- What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and quality. A number without unit.
  flow_factor double precision, -- Meter multiplier that figures contain and readings do not; a number without unit.
  min_non_zero_threshold double precision, -- Low-flow cutoff in thousandths of si_unit, before flow_factor: a reading counts as non-zero above it.
  max_capacity double precision, -- Capacity of a tank in thousandths of si_unit; null for units that are no tanks.
  data_update_frequency_seconds integer, -- Length of a slot, in which one reading is expected, in seconds.
  p_ref_kilowatts double precision, -- Reference power for energy savings in kilowatts; null when none is declared.
  formula text, -- Formula of a virtual unit; null for others. No unit of measure.
  first_business_date date, -- Business day of the unit's first reading, a date; null without readings.
  last_reading_at timestamp with time zone, -- Instant of the newest reading of the row's unit and period, timestamp with time zone; null without readings.
  last_reading_value double precision, -- Interval value of the newest reading, thousandths of si_unit before flow_factor (tanks: percent; ground water: si_unit); null when it has none.
  last_reading_register double precision, -- Register of the newest reading, thousandths of si_unit before flow_factor; null when it has none.
  "position" integer, -- Order in which the industry lists its units; a number without unit.
  removed_at timestamp with time zone, -- Instant at which the unit was taken out of the industry; null while it is in it. Its readings and figures stay.
);
--=  SELECT i.industry_id,
--=     u.unit_id,
--=     u.display_name AS unit_name,
--=     analytics_private.unit_group(v.standard_category_id) AS unit_group,
--=     v.standard_category_id,
--=     u.si_unit,
--=     analytics_private.division_factor(v.standard_category_id) AS division_factor,
--=     v.flow_factor,
--=     v.min_non_zero_threshold,
--=     v.max_capacity,
--=     v.data_update_frequency_seconds,
--=     v.p_ref_kilowatts,
--=     v.calculations AS formula,
--=     s.first_business_date,
--=     s.created_on AS last_reading_at,
--=     s.value AS last_reading_value,
--=     s.summed_value AS last_reading_register,
--=     u."position",
--=     u.removed_at
--=    FROM ((((tenant.unit u
--=      JOIN tenant.industry i ON ((i.industry_key = u.industry_key)))
--=      JOIN analytics_private.running_day r ON ((r.industry_key = u.industry_key)))
--=      JOIN LATERAL ( SELECT w.unit_key,
--=             w.effective_from,
--=             w.standard_category_id,
--=             w.flow_factor,
--=             w.min_non_zero_threshold,
--=             w.max_capacity,
--=             w.data_update_frequency_seconds,
--=             w.params,
--=             w.p_ref_kilowatts,
--=             w.calculations,
--=             w.register_checks,
--=             w.meta,
--=             w.volume_curve
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = u.unit_key) AND (w.effective_from <= r.business_date))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))
--=      LEFT JOIN telemetry.unit_state s ON ((s.unit_key = u.unit_key)))
--=   WHERE (i.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))
GRANT SELECT ON analytics.units TO water_analyst;
COMMENT ON VIEW analytics.units IS 'Meters, sensors, tanks and virtual units as they count today: one row per unit, removed ones included. What counted earlier is in unit_versions.';

CREATE VIEW analytics.yearly_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  year_start date, -- First business day of the year, a date.
  value numeric, -- Figure of the period in thousandths of si_unit (si_unit itself where division_factor is 1), flow_factor applied; null: no data, never 0. Flow, energy: quantity; tanks, ground water: last level; quality: null, see the parameter views.
  value_display numeric, -- value in si_unit: the number answers and reports show.
  division_factor numeric, -- What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and quality. A number without unit.
  initial_register numeric, -- Register at the beginning of the period, thousandths of si_unit, flow_factor applied; null without registers.
  final_register numeric, -- Register at the end of the period, thousandths of si_unit, flow_factor applied; null without registers.
  flow_factor numeric, -- Meter multiplier that figures contain and readings do not; a number without unit.
  non_zero_readings bigint, -- Readings whose interval value is above min_non_zero_threshold, a count; null for groups without it.
  opening_stock numeric, -- Tanks: level of the last reading before the period, thousandths of si_unit; 0 only when there is none. null for other groups.
  max_capacity numeric, -- Capacity of a tank in thousandths of si_unit; null for units that are no tanks.
  percentage numeric, -- Tanks: the last reading, percent of max_capacity (of the height where a survey gave them a curve); null for other groups, without data and at level 0.
  average_level numeric, -- Ground water: mean of the levels of the period in si_unit, 0 when there is none; null for other groups.
  energy_saved_kwh numeric, -- Energy saved against the reference power in kWh, negative when more was used; null for groups other than energy.
  energy_saved_coverage numeric, -- Share of the expected intervals on which energy_saved_kwh rests, 0 to 1; null for groups other than energy.
  offline_slots bigint, -- Slots without a genuine reading, a count. A day without any reading counts 0 for flow and energy and 288 for other groups.
  offline_minutes numeric, -- Minutes without genuine readings in the period; 1440 for a day without any.
  offline_value numeric, -- Part of the quantity that was booked in slots without a genuine reading, thousandths of si_unit, with register jumps that belong to no hour; null for groups without it.
  unheard_value numeric, -- What passed between two registers, mostly while nothing was sent, and is in no hour and no total, thousandths of si_unit; told where the meter is heard again. null: nothing.
  unheard_from timestamp with time zone, -- Timestamp of the last reading before what passed unheard; of several the first.
  unheard_to timestamp with time zone, -- Timestamp of the first reading after what passed unheard; of several the last.
  unheard_silences integer, -- Count of how often nothing at all was sent meanwhile; 0 where readings came without a register, or registers come alone.
  slots_expected bigint, -- Slots in which a reading was expected, a count.
  slots_genuine bigint, -- Slots with a genuine reading, a count.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  bound text, -- On which side of value the truth lies for what was not measured: at least, at most, or open (either). null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings count as there. No unit.
  meters integer, -- Meters that the figure is made of, a count: 1, or of a virtual unit all those that its formula uses, through other virtual units as well.
  meters_measured integer, -- How many of meters measured something in the period, a count; of a virtual unit's month or year, on the day when most of them did.
  readings_used bigint, -- Readings the figures rest on, a count.
  readings_estimated bigint, -- Readings among them that the device estimated, a count.
  estimated_share numeric, -- Estimated readings / readings, 0 to 1; null without readings.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
  computed_at timestamp with time zone, -- Instant at which these figures were computed first, timestamp with time zone.
  document_id text, -- Id of the processed document the row was taken from; no unit.
);
--=  SELECT unit_id,
--=     unit_name,
--=     unit_group,
--=     si_unit,
--=     period_start AS year_start,
--=     value,
--=     value_display,
--=     division_factor,
--=     initial_register,
--=     final_register,
--=     flow_factor,
--=     non_zero_readings,
--=     opening_stock,
--=     max_capacity,
--=     percentage,
--=     average_level,
--=     energy_saved_kwh,
--=     energy_saved_coverage,
--=     offline_slots,
--=     offline_minutes,
--=     offline_value,
--=     unheard_value,
--=     unheard_from,
--=     unheard_to,
--=     unheard_silences,
--=     slots_expected,
--=     slots_genuine,
--=     coverage,
--=     bound,
--=     meters,
--=     meters_measured,
--=     readings_used,
--=     readings_estimated,
--=     estimated_share,
--=     is_stale,
--=     computed_at,
--=     (((((industry_id || '_'::text) || to_char((period_start)::timestamp with time zone, 'YYYY'::text)) || '_'::text) || unit_id) || '_YEARLY'::text) AS document_id
--=    FROM analytics_private.document_figures
--=   WHERE ((industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (period = 'YEARLY'::text))
GRANT SELECT ON analytics.yearly_figures TO water_analyst;
COMMENT ON VIEW analytics.yearly_figures IS 'Business years with a processed day: one row per unit and year. All ended days of the year count, as in monthly_figures. A year that has not ended holds the days ended so far.';

CREATE VIEW analytics.yearly_parameter_figures WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  parameter text, -- Name of the parameter as devices send it; no unit of measure.
  parameter_name text, -- Display name of the parameter, null when the unit does not declare it; no unit of measure.
  parameter_unit text, -- Unit of measure of the values in this row; an empty text for a parameter without one, null when the unit does not declare the parameter.
  year_start date, -- First business day of the year, a date.
  value numeric, -- Mean of the monthly figures in parameter_unit, or the last one for a parameter declared isLatest; null without samples, and where parameter_unit changed.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT d.unit_id,
--=     d.unit_name,
--=     d.unit_group,
--=     p.parameter,
--=     ((d.params -> p.parameter) ->> 'displayName'::text) AS parameter_name,
--=     ((d.params -> p.parameter) ->> 'siUnit'::text) AS parameter_unit,
--=     d.period_start AS year_start,
--=     (p.figure)::numeric AS value,
--=     d.coverage,
--=     d.is_stale
--=    FROM (analytics_private.document_figures d
--=      CROSS JOIN LATERAL jsonb_each_text(COALESCE(d.value_by_parameter, d.param_value)) p(parameter, figure))
--=   WHERE ((d.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (d.period = 'YEARLY'::text))
GRANT SELECT ON analytics.yearly_parameter_figures TO water_analyst;
COMMENT ON VIEW analytics.yearly_parameter_figures IS 'The same by business year: one row per unit, parameter and year. The value is the mean of the monthly figures, not of the samples.';

CREATE VIEW analytics.yearly_trend WITH (security_barrier=true) (
  unit_id text, -- Id of the unit; no unit of measure.
  unit_name text, -- Display name of the unit; no unit of measure.
  unit_group text, -- FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the figures. No unit of measure.
  si_unit text, -- Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it except where division_factor is 1.
  year_start date, -- First business day of the year, a date.
  value_display numeric, -- value in si_unit: the number answers and reports show.
  state text, -- whole: processed to its last day, with a figure in each month; running: not processed to its last day; partial: months without a figure; missing: no figure. No unit.
  months_with_figure bigint, -- Months of the year that have a figure, a count.
  change_display numeric, -- value_display less that of the year before, in si_unit; null unless both years are whole.
  change_percent numeric, -- The same in percent of the year before; null as well where that is 0.
  slots_expected bigint, -- Slots in which a reading was expected, a count.
  slots_genuine bigint, -- Slots with a genuine reading, a count.
  coverage numeric, -- Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual unit: that of all meters that its formula uses, weighted by their slots.
  bound text, -- On which side of value the truth lies for what was not measured: at least, at most, or open (either). null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings count as there. No unit.
  meters integer, -- Meters that the figure is made of, a count: 1, or of a virtual unit all those that its formula uses, through other virtual units as well.
  meters_measured integer, -- How many of meters measured something in the period, a count; of a virtual unit's month or year, on the day when most of them did.
  estimated_share numeric, -- Estimated readings / readings, 0 to 1; null without readings.
  is_stale boolean, -- true: a business day of the period is in stale_days, so the figures may be about to change. No unit.
);
--=  SELECT unit_id,
--=     unit_name,
--=     unit_group,
--=     si_unit,
--=     year_start,
--=     value_display,
--=     state,
--=     months_with_figure,
--=         CASE
--=             WHEN (state = 'whole'::text) THEN (value_display - whole_before)
--=             ELSE NULL::numeric
--=         END AS change_display,
--=         CASE
--=             WHEN ((state = 'whole'::text) AND (whole_before <> (0)::numeric)) THEN trim_scale((floor(((((value_display - whole_before) / abs(whole_before)) * (10000)::numeric) + 0.5)) / (100)::numeric))
--=             ELSE NULL::numeric
--=         END AS change_percent,
--=     slots_expected,
--=     slots_genuine,
--=     coverage,
--=     bound,
--=     meters,
--=     meters_measured,
--=     estimated_share,
--=     is_stale
--=    FROM ( SELECT stated.unit_id,
--=             stated.unit_name,
--=             stated.unit_group,
--=             stated.si_unit,
--=             stated.year_start,
--=             stated.value_display,
--=             stated.months_with_figure,
--=             stated.state,
--=             stated.slots_expected,
--=             stated.slots_genuine,
--=             stated.coverage,
--=             stated.bound,
--=             stated.meters,
--=             stated.meters_measured,
--=             stated.estimated_share,
--=             stated.is_stale,
--=             max(
--=                 CASE
--=                     WHEN (stated.state = 'whole'::text) THEN stated.value_display
--=                     ELSE NULL::numeric
--=                 END) OVER (PARTITION BY stated.unit_id ORDER BY stated.year_start RANGE BETWEEN '1 year'::interval PRECEDING AND '1 year'::interval PRECEDING) AS whole_before
--=            FROM ( SELECT f.unit_id,
--=                     f.unit_name,
--=                     f.unit_group,
--=                     f.si_unit,
--=                     f.period_start AS year_start,
--=                     f.value_display,
--=                     m.months_with_figure,
--=                         CASE
--=                             WHEN ((f.value IS NULL) AND (f.value_by_parameter IS NULL)) THEN 'missing'::text
--=                             WHEN (NOT (EXISTS ( SELECT
--=                                FROM telemetry.processed_day p
--=                               WHERE ((p.industry_key = f.industry_key) AND (p.business_date = (((f.period_start + '1 year'::interval))::date - 1)))))) THEN 'running'::text
--=                             WHEN (m.months_with_figure = 12) THEN 'whole'::text
--=                             ELSE 'partial'::text
--=                         END AS state,
--=                     f.slots_expected,
--=                     f.slots_genuine,
--=                     f.coverage,
--=                     f.bound,
--=                     f.meters,
--=                     f.meters_measured,
--=                     f.estimated_share,
--=                     f.is_stale
--=                    FROM (analytics_private.document_figures f
--=                      CROSS JOIN LATERAL ( SELECT count(*) FILTER (WHERE ((d.value IS NOT NULL) OR (d.value_by_parameter IS NOT NULL))) AS months_with_figure
--=                            FROM telemetry.document d
--=                           WHERE ((d.unit_key = f.unit_key) AND (d.period = 'MONTHLY'::text) AND (d.period_start >= f.period_start) AND (d.period_start < ((f.period_start + '1 year'::interval))::date))) m)
--=                   WHERE ((f.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key)) AND (f.period = 'YEARLY'::text))) stated) compared
GRANT SELECT ON analytics.yearly_trend TO water_analyst;
COMMENT ON VIEW analytics.yearly_trend IS 'Years side by side: one row per unit and processed year, with the change against the year before where both are whole.';

CREATE VIEW analytics_private.clock_rule (
  industry_key integer,
  from_date date,
  timezone text,
  shift_start_at time without time zone,
  days_offset integer,
  until_date date,
  number bigint,
  begins_at timestamp with time zone,
);
--=  SELECT industry_key,
--=     from_date,
--=     timezone,
--=     shift_start_at,
--=     days_offset,
--=     lead(from_date) OVER (PARTITION BY industry_key ORDER BY from_date) AS until_date,
--=     row_number() OVER (PARTITION BY industry_key ORDER BY from_date) AS number,
--=     min(telemetry.day_start(from_date, timezone, shift_start_at, days_offset)) OVER (PARTITION BY industry_key ORDER BY from_date ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS begins_at
--=    FROM tenant.industry_clock k

CREATE VIEW analytics_private.document_figures (
  industry_key integer,
  unit_key integer,
  period text,
  period_start date,
  industry_id text,
  unit_id text,
  unit_name text,
  unit_group text,
  si_unit text,
  params jsonb,
  value numeric,
  value_display numeric,
  division_factor numeric,
  initial_register numeric,
  final_register numeric,
  flow_factor numeric,
  non_zero_readings bigint,
  opening_stock numeric,
  max_capacity numeric,
  percentage numeric,
  average_level numeric,
  energy_saved_kwh numeric,
  energy_saved_coverage numeric,
  offline_slots bigint,
  offline_minutes numeric,
  offline_value numeric,
  unheard_value numeric,
  unheard_from timestamp with time zone,
  unheard_to timestamp with time zone,
  unheard_silences integer,
  slots_expected bigint,
  slots_genuine bigint,
  coverage numeric,
  bound text,
  meters integer,
  meters_measured integer,
  readings_used bigint,
  readings_estimated bigint,
  estimated_share numeric,
  is_stale boolean,
  computed_at timestamp with time zone,
  value_by_parameter jsonb,
  param_value jsonb,
  entries json,
  nature text,
);
--=  SELECT d.industry_key,
--=     d.unit_key,
--=     d.period,
--=     d.period_start,
--=     i.industry_id,
--=     u.unit_id,
--=     u.display_name AS unit_name,
--=     analytics_private.unit_group(v.standard_category_id) AS unit_group,
--=     u.si_unit,
--=     v.params,
--=     d.figure AS value,
--=     analytics_private.display(d.figure, analytics_private.division_factor(v.standard_category_id)) AS value_display,
--=     analytics_private.division_factor(v.standard_category_id) AS division_factor,
--=     ((j.meta ->> 'ir'::text))::numeric AS initial_register,
--=     ((j.meta ->> 'fr'::text))::numeric AS final_register,
--=     ((j.meta ->> 'flowFactor'::text))::numeric AS flow_factor,
--=     ((j.meta ->> 'nonZero'::text))::bigint AS non_zero_readings,
--=     ((j.meta ->> 'openingStock'::text))::numeric AS opening_stock,
--=     ((j.meta ->> 'maxCapacity'::text))::numeric AS max_capacity,
--=     ((j.meta ->> 'percentage'::text))::numeric AS percentage,
--=     ((j.meta ->> 'average'::text))::numeric AS average_level,
--=     ((j.meta ->> 'energySaved'::text))::numeric AS energy_saved_kwh,
--=     ((j.meta ->> 'energySavedCoverage'::text))::numeric AS energy_saved_coverage,
--=     ((j.meta ->> 'offlineCount'::text))::bigint AS offline_slots,
--=     ((j.meta ->> 'offlineDuration'::text))::numeric AS offline_minutes,
--=     ((j.meta ->> 'offlineValue'::text))::numeric AS offline_value,
--=     (((j.meta -> 'unheard'::text) ->> 'value'::text))::numeric AS unheard_value,
--=     (((j.meta -> 'unheard'::text) ->> 'from'::text))::timestamp with time zone AS unheard_from,
--=     (((j.meta -> 'unheard'::text) ->> 'to'::text))::timestamp with time zone AS unheard_to,
--=     (((j.meta -> 'unheard'::text) ->> 'silences'::text))::integer AS unheard_silences,
--=     c.slots_expected,
--=     c.slots_genuine,
--=     analytics_private.share((c.slots_genuine)::double precision, (c.slots_expected)::double precision) AS coverage,
--=     analytics_private.bound(c.nature, d.value, (c.slots_expected)::double precision, (c.slots_genuine)::double precision, ((j.provenance ->> 'readingsEstimated'::text))::double precision, (j.provenance ->> 'bound'::text), analytics_private.bound_of_unheard(d.value, (((j.meta -> 'unheard'::text) ->> 'value'::text))::double precision, (((j.meta -> 'unheard'::text) ->> 'silences'::text))::integer)) AS bound,
--=     COALESCE(((j.provenance ->> 'meters'::text))::integer, 1) AS meters,
--=     COALESCE(((j.provenance ->> 'metersMeasured'::text))::integer,
--=         CASE
--=             WHEN (c.slots_genuine > 0) THEN 1
--=             ELSE 0
--=         END) AS meters_measured,
--=     ((j.provenance ->> 'readingsUsed'::text))::bigint AS readings_used,
--=     ((j.provenance ->> 'readingsEstimated'::text))::bigint AS readings_estimated,
--=     ((j.provenance ->> 'estimatedShare'::text))::numeric AS estimated_share,
--=     (EXISTS ( SELECT
--=            FROM telemetry.stale_day s
--=           WHERE ((s.industry_key = d.industry_key) AND (s.business_date >= d.period_start) AND (s.business_date <
--=                 CASE d.period
--=                     WHEN 'DAILY'::text THEN (d.period_start + 1)
--=                     WHEN 'MONTHLY'::text THEN ((d.period_start + '1 mon'::interval))::date
--=                     ELSE ((d.period_start + '1 year'::interval))::date
--=                 END)))) AS is_stale,
--=     d.computed_at,
--=     d.value_by_parameter,
--=     d.param_value,
--=     d.entries,
--=     c.nature
--=    FROM (((((( SELECT document.industry_key,
--=             document.unit_key,
--=             document.period,
--=             document.period_start,
--=             document.value,
--=             document.value_by_parameter,
--=             document.param_value,
--=             document.meta,
--=             document.provenance,
--=             document.entries,
--=             document.computed_at,
--=             document.change_no,
--=             document.previous_value,
--=             document.causes,
--=             ((document.value)::text)::numeric AS figure
--=            FROM telemetry.document) d
--=      CROSS JOIN LATERAL ( SELECT (d.meta)::jsonb AS meta,
--=             (d.provenance)::jsonb AS provenance
--=          OFFSET 0) j)
--=      CROSS JOIN LATERAL ( SELECT ((j.provenance ->> 'slotsExpected'::text))::bigint AS slots_expected,
--=             ((j.provenance ->> 'slotsGenuine'::text))::bigint AS slots_genuine,
--=                 CASE
--=                     WHEN (((j.meta ->> 'openingStock'::text) IS NOT NULL) OR ((j.meta ->> 'average'::text) IS NOT NULL)) THEN 'state'::text
--=                     WHEN ((j.meta ->> 'flowFactor'::text) IS NULL) THEN 'formula'::text
--=                     ELSE 'amount'::text
--=                 END AS nature) c)
--=      JOIN tenant.unit u ON (((u.unit_key = d.unit_key) AND (u.industry_key = d.industry_key))))
--=      JOIN tenant.industry i ON ((i.industry_key = d.industry_key)))
--=      LEFT JOIN LATERAL ( SELECT w.standard_category_id,
--=             w.params
--=            FROM tenant.unit_version w
--=           WHERE ((w.unit_key = d.unit_key) AND (w.effective_from <= LEAST(( SELECT r.business_date
--=                    FROM analytics_private.running_day r
--=                   WHERE (r.industry_key = ( SELECT analytics_private.current_industry_key() AS current_industry_key))),
--=                 CASE d.period
--=                     WHEN 'DAILY'::text THEN d.period_start
--=                     WHEN 'MONTHLY'::text THEN (((d.period_start + '1 mon'::interval))::date - 1)
--=                     ELSE (((d.period_start + '1 year'::interval))::date - 1)
--=                 END)))
--=           ORDER BY w.effective_from DESC
--=          LIMIT 1) v ON (true))

CREATE VIEW analytics_private.running_day (
  industry_key integer,
  timezone text,
  shift_start_at time without time zone,
  days_offset integer,
  business_date date,
);
--=  SELECT DISTINCT ON (industry_key) industry_key,
--=     timezone,
--=     shift_start_at,
--=     days_offset,
--=     LEAST(telemetry.business_date(now(), timezone, shift_start_at, days_offset), (until_date - 1)) AS business_date
--=    FROM analytics_private.clock_rule r
--=   WHERE ((number = 1) OR (begins_at <= now()))
--=   ORDER BY industry_key, from_date DESC

CREATE TABLE operations.annotation (
  annotation_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  annotation_id uuid NOT NULL DEFAULT gen_random_uuid(),
  unit_key integer,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone,
  text text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  CONSTRAINT annotation_check CHECK ((to_at > from_at)),
  CONSTRAINT annotation_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  CONSTRAINT annotation_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT annotation_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT annotation_pkey PRIMARY KEY (annotation_key),
  CONSTRAINT annotation_annotation_id_key UNIQUE (annotation_id),
);
CREATE INDEX annotation_of_industry ON operations.annotation USING btree (industry_key, from_at) WHERE (withdrawn_at IS NULL);

CREATE TABLE operations.archive (
  industry_key integer NOT NULL,
  month date NOT NULL,
  state text NOT NULL,
  location text NOT NULL,
  manifest jsonb NOT NULL,
  row_count bigint NOT NULL,
  byte_count bigint NOT NULL,
  written_at timestamp with time zone NOT NULL,
  written_by text NOT NULL,
  sealed_at timestamp with time zone,
  restored_at timestamp with time zone,
  removal_began_at timestamp with time zone,
  CONSTRAINT archive_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone))),
  CONSTRAINT archive_state_check CHECK ((state = ANY (ARRAY['written'::text, 'sealed'::text, 'restored'::text]))),
  CONSTRAINT archive_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT archive_pkey PRIMARY KEY (industry_key, month),
);

CREATE TABLE operations.audit (
  audit_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer,
  at timestamp with time zone NOT NULL,
  actor_user_id text NOT NULL,
  actor_industry_id text NOT NULL,
  actor_address text,
  verb text NOT NULL,
  subject text NOT NULL,
  reason text,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT audit_pkey PRIMARY KEY (audit_key),
);
CREATE INDEX audit_industry ON operations.audit USING btree (industry_key, audit_key);
CREATE INDEX audit_subject ON operations.audit USING btree (industry_key, verb, subject, audit_key);

CREATE TABLE operations.canary (
  only_row boolean NOT NULL DEFAULT true,
  ran_at timestamp with time zone NOT NULL,
  succeeded_at timestamp with time zone,
  mismatches jsonb NOT NULL,
  problem text,
  CONSTRAINT canary_only_row_check CHECK (only_row),
  CONSTRAINT canary_pkey PRIMARY KEY (only_row),
);

CREATE TABLE operations.fault (
  fault_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  process text NOT NULL,
  began_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  times integer NOT NULL DEFAULT 1,
  requests integer,
  mails integer,
  milliseconds bigint,
  is_restart boolean,
  free_bytes bigint,
  CONSTRAINT fault_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'clock'::text, 'jump'::text, 'broker'::text, 'database'::text, 'replica'::text, 'disk'::text, 'room'::text]))),
  CONSTRAINT fault_pkey PRIMARY KEY (fault_key),
);
CREATE UNIQUE INDEX fault_lasting ON operations.fault USING btree (kind, process) WHERE (ended_at IS NULL);
CREATE INDEX fault_newest ON operations.fault USING btree (kind, process, began_at DESC);

CREATE TABLE operations.finding (
  finding_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  finding_id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL,
  unit_key integer,
  kind text NOT NULL,
  first_day date NOT NULL,
  raised_on date NOT NULL,
  last_day date NOT NULL,
  is_open boolean NOT NULL,
  litres double precision,
  litres_per_day double precision,
  money double precision,
  currency text,
  confidence double precision NOT NULL,
  evidence jsonb NOT NULL,
  fate text,
  fate_at timestamp with time zone,
  fate_by text,
  fate_reason text,
  found_at timestamp with time zone NOT NULL,
  judged_at timestamp with time zone NOT NULL,
  severity text NOT NULL,
  sentence text NOT NULL,
  si_unit text NOT NULL,
  kilowatt_hours double precision,
  kilowatt_hours_per_day double precision,
  rule_version integer NOT NULL,
  acknowledged_at timestamp with time zone,
  acknowledged_by text,
  assignee_id text,
  CONSTRAINT finding_fate_check CHECK ((fate = ANY (ARRAY['confirmed'::text, 'rejected'::text, 'healed'::text]))),
  CONSTRAINT finding_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT finding_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT finding_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT finding_pkey PRIMARY KEY (finding_key),
  CONSTRAINT finding_finding_id_key UNIQUE (finding_id),
  CONSTRAINT finding_industry_key_unit_key_kind_first_day_key UNIQUE NULLS NOT DISTINCT (industry_key, unit_key, kind, first_day),
);
CREATE INDEX finding_last_day ON operations.finding USING btree (industry_key, last_day);
CREATE INDEX finding_on_record ON operations.finding USING btree (industry_key) WHERE (is_open OR (fate = 'rejected'::text));

CREATE TABLE operations.finding_act (
  act_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  finding_key bigint NOT NULL,
  acted_at timestamp with time zone NOT NULL,
  user_id text NOT NULL,
  act text NOT NULL,
  detail text,
  assignee_id text,
  CONSTRAINT finding_act_act_check CHECK ((act = ANY (ARRAY['acknowledged'::text, 'assigned'::text, 'unassigned'::text, 'commented'::text, 'confirmed'::text, 'rejected'::text, 'verdict withdrawn'::text, 'muted'::text, 'unmuted'::text]))),
  CONSTRAINT finding_act_finding_key_fkey FOREIGN KEY (finding_key) REFERENCES operations.finding(finding_key) ON DELETE CASCADE,
  CONSTRAINT finding_act_pkey PRIMARY KEY (act_key),
);
CREATE INDEX finding_act_of_finding ON operations.finding_act USING btree (finding_key, acted_at);

CREATE TABLE operations.finding_setting (
  setting_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  kind text NOT NULL,
  unit_key integer,
  sub_category_id text,
  threshold double precision,
  muted_until date,
  reason text,
  set_by text NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT finding_setting_check CHECK (((unit_key IS NULL) OR (sub_category_id IS NULL))),
  CONSTRAINT finding_setting_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT finding_setting_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT finding_setting_pkey PRIMARY KEY (setting_key),
  CONSTRAINT finding_setting_industry_key_kind_unit_key_sub_category_id_key UNIQUE NULLS NOT DISTINCT (industry_key, kind, unit_key, sub_category_id),
);

CREATE TABLE operations.global_log (
  log_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  log_id uuid NOT NULL DEFAULT gen_random_uuid(),
  source text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  log_group text NOT NULL,
  owner text,
  priority text NOT NULL,
  status text NOT NULL,
  log_date date NOT NULL,
  meta jsonb NOT NULL,
  subject text,
  times integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT global_log_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  CONSTRAINT global_log_status_check CHECK ((status = ANY (ARRAY['open'::text, 'acknowledged'::text, 'resolved'::text]))),
  CONSTRAINT global_log_pkey PRIMARY KEY (log_key),
  CONSTRAINT global_log_log_id_key UNIQUE (log_id),
);
CREATE INDEX global_log_date ON operations.global_log USING btree (log_date DESC, log_key DESC);
CREATE INDEX global_log_industry ON operations.global_log USING btree (((meta ->> 'industryId'::text)), log_key DESC);
CREATE UNIQUE INDEX global_log_subject ON operations.global_log USING btree (subject) WHERE (status <> 'resolved'::text);
CREATE INDEX global_log_updated ON operations.global_log USING btree (updated_at);

CREATE TABLE operations.insight (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  total_consumption double precision,
  online_units integer NOT NULL,
  offline_units integer NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  CONSTRAINT insight_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT insight_pkey PRIMARY KEY (industry_key, business_date),
);
CREATE INDEX insight_day ON operations.insight USING btree (business_date);

CREATE TABLE operations.insight_due (
  industry_key integer NOT NULL,
  due_at timestamp with time zone,
  revision bigint NOT NULL DEFAULT 1,
  asked_revision bigint NOT NULL DEFAULT 0,
  judged_revision bigint NOT NULL DEFAULT 0,
  failed_revision bigint NOT NULL DEFAULT 0,
  changed_from date,
  judging_from date,
  judged_version integer,
  CONSTRAINT insight_due_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT insight_due_pkey PRIMARY KEY (industry_key),
);

CREATE TABLE operations.survey (
  unit_key integer NOT NULL,
  business_date date NOT NULL,
  processed_at timestamp with time zone NOT NULL,
  rules jsonb NOT NULL,
  statistics jsonb NOT NULL,
  latitude double precision[] NOT NULL,
  longitude double precision[] NOT NULL,
  depth_metres double precision[] NOT NULL,
  confidence_percent double precision[] NOT NULL,
  curve jsonb NOT NULL,
  CONSTRAINT survey_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT survey_pkey PRIMARY KEY (unit_key, business_date),
);

CREATE TABLE reporting.printed_round (
  industry_key integer NOT NULL,
  report_key bigint NOT NULL,
  purpose text NOT NULL,
  round integer NOT NULL,
  figures jsonb NOT NULL,
  printed_at timestamp with time zone NOT NULL,
  CONSTRAINT printed_round_purpose_check CHECK ((purpose = ANY (ARRAY['report'::text, 'restatement'::text]))),
  CONSTRAINT printed_round_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT printed_round_report_key_fkey FOREIGN KEY (report_key) REFERENCES reporting.sent_report(report_key) ON DELETE CASCADE,
  CONSTRAINT printed_round_pkey PRIMARY KEY (report_key, purpose, round),
);

CREATE TABLE reporting.report_file (
  industry_key integer NOT NULL,
  report_key bigint NOT NULL,
  ordinal integer NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  round integer NOT NULL,
  CONSTRAINT report_file_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT report_file_report_key_fkey FOREIGN KEY (report_key) REFERENCES reporting.sent_report(report_key) ON DELETE CASCADE,
  CONSTRAINT report_file_pkey PRIMARY KEY (report_key, round, ordinal),
);

CREATE TABLE reporting.report_mail (
  mail_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  report_key bigint NOT NULL,
  purpose text NOT NULL,
  round integer NOT NULL,
  recipient text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  provider_id text,
  problem text,
  queued_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  subject text,
  body_text text,
  body_html text,
  copy_of bigint,
  CONSTRAINT report_mail_purpose_check CHECK ((purpose = ANY (ARRAY['report'::text, 'restatement'::text]))),
  CONSTRAINT report_mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unconfirmed'::text]))),
  CONSTRAINT report_mail_copy_of_fkey FOREIGN KEY (copy_of) REFERENCES reporting.report_mail(mail_key) ON DELETE CASCADE,
  CONSTRAINT report_mail_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT report_mail_report_key_fkey FOREIGN KEY (report_key) REFERENCES reporting.sent_report(report_key) ON DELETE CASCADE,
  CONSTRAINT report_mail_pkey PRIMARY KEY (mail_key),
  CONSTRAINT report_mail_report_key_purpose_round_recipient_key UNIQUE (report_key, purpose, round, recipient),
);
CREATE INDEX report_mail_industry ON reporting.report_mail USING btree (industry_key, report_key);
CREATE INDEX report_mail_open ON reporting.report_mail USING btree (due_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE TABLE reporting.restatement (
  restatement_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  report_key bigint NOT NULL,
  state text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  days date[] NOT NULL,
  causes text[] NOT NULL,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  decided_at timestamp with time zone,
  unit_keys integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT restatement_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'told'::text, 'small'::text]))),
  CONSTRAINT restatement_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT restatement_report_key_fkey FOREIGN KEY (report_key) REFERENCES reporting.sent_report(report_key) ON DELETE CASCADE,
  CONSTRAINT restatement_pkey PRIMARY KEY (restatement_key),
);
CREATE INDEX restatement_due ON reporting.restatement USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX restatement_of_report ON reporting.restatement USING btree (industry_key, report_key);
CREATE UNIQUE INDEX restatement_waiting ON reporting.restatement USING btree (report_key) WHERE (state = 'waiting'::text);

CREATE TABLE reporting.sent_report (
  report_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  report_id uuid NOT NULL DEFAULT gen_random_uuid(),
  frequency text NOT NULL,
  mail text NOT NULL,
  first_date date NOT NULL,
  last_date date NOT NULL,
  origin text NOT NULL,
  requested_by text,
  reports jsonb NOT NULL,
  figures jsonb NOT NULL,
  is_provisional boolean NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  formats text[],
  subscription_key integer,
  due_at timestamp with time zone,
  mail_language text NOT NULL DEFAULT 'en'::text,
  CONSTRAINT sent_report_check CHECK ((first_date <= last_date)),
  CONSTRAINT sent_report_check1 CHECK (((origin = 'subscription'::text) = (due_at IS NOT NULL))),
  CONSTRAINT sent_report_check2 CHECK (((due_at IS NULL) OR (subscription_key IS NOT NULL))),
  CONSTRAINT sent_report_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  CONSTRAINT sent_report_mail_language_check CHECK ((mail_language ~ '^[a-z]{2,3}$'::text)),
  CONSTRAINT sent_report_origin_check CHECK ((origin = ANY (ARRAY['schedule'::text, 'request'::text, 'subscription'::text]))),
  CONSTRAINT sent_report_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT sent_report_subscription_key_fkey FOREIGN KEY (subscription_key) REFERENCES reporting.subscription(subscription_key),
  CONSTRAINT sent_report_pkey PRIMARY KEY (report_key),
  CONSTRAINT sent_report_report_id_key UNIQUE (report_id),
);
CREATE INDEX sent_report_created ON reporting.sent_report USING btree (created_at);
CREATE INDEX sent_report_listed ON reporting.sent_report USING btree (industry_key, created_at DESC, report_key DESC);
CREATE UNIQUE INDEX sent_report_once ON reporting.sent_report USING btree (industry_key, frequency, mail, first_date) WHERE (origin = 'schedule'::text);
CREATE UNIQUE INDEX sent_report_subscribed_once ON reporting.sent_report USING btree (subscription_key, due_at) WHERE (origin = 'subscription'::text);

CREATE TABLE reporting.subscription (
  subscription_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  subscription_id uuid NOT NULL DEFAULT gen_random_uuid(),
  report jsonb NOT NULL,
  formats text[] NOT NULL,
  frequency text NOT NULL,
  weekday smallint,
  month_day smallint,
  local_time text NOT NULL,
  mail_language text NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  paused_at timestamp with time zone,
  removed_at timestamp with time zone,
  next_at timestamp with time zone NOT NULL,
  problem text,
  problem_at timestamp with time zone,
  CONSTRAINT subscription_check CHECK (((frequency = 'weekly'::text) = (weekday IS NOT NULL))),
  CONSTRAINT subscription_check1 CHECK (((frequency = 'monthly'::text) = (month_day IS NOT NULL))),
  CONSTRAINT subscription_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  CONSTRAINT subscription_mail_language_check CHECK ((mail_language ~ '^[a-z]{2,3}$'::text)),
  CONSTRAINT subscription_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
  CONSTRAINT subscription_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  CONSTRAINT subscription_created_by_fkey FOREIGN KEY (created_by) REFERENCES tenant.app_user(user_key),
  CONSTRAINT subscription_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT subscription_pkey PRIMARY KEY (subscription_key),
  CONSTRAINT subscription_subscription_id_key UNIQUE (subscription_id),
);
CREATE INDEX subscription_due ON reporting.subscription USING btree (next_at) WHERE ((paused_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX subscription_of_industry ON reporting.subscription USING btree (industry_key) WHERE (removed_at IS NULL);

CREATE TABLE reporting.subscription_recipient (
  recipient_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  subscription_key integer NOT NULL,
  recipient_id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_key integer,
  address text,
  added_by integer NOT NULL,
  added_at timestamp with time zone NOT NULL,
  link_key bytea NOT NULL,
  confirm_hash bytea,
  confirm_expires_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  confirm_problem text,
  unsubscribed_at timestamp with time zone,
  CONSTRAINT subscription_recipient_check CHECK (((user_key IS NULL) <> (address IS NULL))),
  CONSTRAINT subscription_recipient_added_by_fkey FOREIGN KEY (added_by) REFERENCES tenant.app_user(user_key),
  CONSTRAINT subscription_recipient_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT subscription_recipient_subscription_key_fkey FOREIGN KEY (subscription_key) REFERENCES reporting.subscription(subscription_key) ON DELETE CASCADE,
  CONSTRAINT subscription_recipient_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT subscription_recipient_pkey PRIMARY KEY (recipient_key),
  CONSTRAINT subscription_recipient_confirm_hash_key UNIQUE (confirm_hash),
  CONSTRAINT subscription_recipient_recipient_id_key UNIQUE (recipient_id),
);
CREATE UNIQUE INDEX subscription_recipient_address ON reporting.subscription_recipient USING btree (subscription_key, lower(address)) WHERE (address IS NOT NULL);
CREATE UNIQUE INDEX subscription_recipient_person ON reporting.subscription_recipient USING btree (subscription_key, user_key) WHERE (user_key IS NOT NULL);

CREATE VIEW telemetry.aging_hypertable (
  schema_name name,
  table_name name,
  alter_command text,
  is_rollup boolean,
);
--=  SELECT h.hypertable_schema AS schema_name,
--=     h.hypertable_name AS table_name,
--=     format('ALTER TABLE %I.%I'::text, h.hypertable_schema, h.hypertable_name) AS alter_command,
--=     false AS is_rollup
--=    FROM timescaledb_information.hypertables h
--=   WHERE ((h.hypertable_schema = 'telemetry'::name) AND (h.hypertable_name = ANY (ARRAY['reading'::name, 'parameter_reading'::name])))
--= UNION ALL
--=  SELECT h.hypertable_schema AS schema_name,
--=     h.hypertable_name AS table_name,
--=     format('ALTER TABLE %I.%I'::text, h.hypertable_schema, h.hypertable_name) AS alter_command,
--=     true AS is_rollup
--=    FROM timescaledb_information.hypertables h
--=   WHERE ((h.hypertable_schema = 'telemetry'::name) AND (h.hypertable_name = ANY (ARRAY['sealed_rollup_hourly'::name, 'sealed_parameter_rollup_hourly'::name])))
--= UNION ALL
--=  SELECT a.materialization_hypertable_schema AS schema_name,
--=     a.materialization_hypertable_name AS table_name,
--=     format('ALTER MATERIALIZED VIEW %I.%I'::text, a.view_schema, a.view_name) AS alter_command,
--=     true AS is_rollup
--=    FROM timescaledb_information.continuous_aggregates a
--=   WHERE ((a.view_schema = 'telemetry'::name) AND (a.view_name = ANY (ARRAY['rollup_hourly'::name, 'rollup_daily'::name, 'parameter_rollup_hourly'::name, 'parameter_rollup_daily'::name])))

CREATE TABLE telemetry.decided_reading (
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  edit_id uuid NOT NULL,
  CONSTRAINT decided_reading_edit_id_fkey FOREIGN KEY (edit_id) REFERENCES telemetry.reading_edit(edit_id),
  CONSTRAINT decided_reading_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT decided_reading_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT decided_reading_pkey PRIMARY KEY (unit_key, created_on),
);
CREATE INDEX decided_reading_edit ON telemetry.decided_reading USING btree (edit_id);
CREATE INDEX decided_reading_industry ON telemetry.decided_reading USING btree (industry_key);

CREATE TABLE telemetry.document (
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  period text NOT NULL,
  period_start date NOT NULL,
  value double precision,
  value_by_parameter jsonb,
  param_value jsonb,
  meta json NOT NULL,
  provenance json NOT NULL,
  entries json NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  change_no bigint NOT NULL,
  previous_value json,
  causes text[] NOT NULL,
  CONSTRAINT document_period_check CHECK ((period = ANY (ARRAY['DAILY'::text, 'MONTHLY'::text, 'YEARLY'::text]))),
  CONSTRAINT document_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT document_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT document_pkey PRIMARY KEY (unit_key, period, period_start),
);
CREATE UNIQUE INDEX document_change ON telemetry.document USING btree (industry_key, period, change_no);
CREATE INDEX document_industry ON telemetry.document USING btree (industry_key, period, period_start);
CREATE TRIGGER raise_revision_on_delete AFTER DELETE ON telemetry.document REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_insert AFTER INSERT ON telemetry.document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();
CREATE TRIGGER raise_revision_on_update AFTER UPDATE ON telemetry.document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION telemetry.raise_document_revision();

CREATE TABLE telemetry.document_mismatch (
  mismatch_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  period text NOT NULL,
  period_start date NOT NULL,
  expected jsonb NOT NULL,
  found jsonb NOT NULL,
  found_at timestamp with time zone NOT NULL,
  agreed_at timestamp with time zone,
  CONSTRAINT document_mismatch_period_check CHECK ((period = ANY (ARRAY['DAILY'::text, 'MONTHLY'::text, 'YEARLY'::text]))),
  CONSTRAINT document_mismatch_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT document_mismatch_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT document_mismatch_pkey PRIMARY KEY (mismatch_id),
);
CREATE UNIQUE INDEX document_mismatch_open ON telemetry.document_mismatch USING btree (unit_key, period, period_start) WHERE (agreed_at IS NULL);

CREATE TABLE telemetry.document_revision (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT document_revision_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT document_revision_pkey PRIMARY KEY (industry_key, business_date),
);

CREATE VIEW telemetry.hour_live (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro bigint,
  estimated_sum_micro bigint,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  first_register_value double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  genuine_minutes_low integer,
  genuine_minutes_high integer,
);
--=  SELECT unit_key,
--=     time_bucket('01:00:00'::interval, business_at) AS bucket,
--=     count(*) AS reading_count,
--=     count(*) FILTER (WHERE estimated) AS estimated_count,
--=     count(value) AS value_count,
--=     (sum(((value * ('1000000'::numeric)::double precision))::bigint))::bigint AS value_sum_micro,
--=     (sum(((value * ('1000000'::numeric)::double precision))::bigint) FILTER (WHERE estimated))::bigint AS estimated_sum_micro,
--=     count(*) FILTER (WHERE (value > (0)::double precision)) AS positive_count,
--=     min(value) AS value_min,
--=     max(value) AS value_max,
--=     first(value, created_on) FILTER (WHERE (value IS NOT NULL)) AS first_value,
--=     last(value, created_on) FILTER (WHERE (value IS NOT NULL)) AS last_value,
--=     first(summed_value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS first_register,
--=     first(value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS first_register_value,
--=     last(summed_value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS last_register,
--=     min(created_on) AS first_at,
--=     max(created_on) AS last_at,
--=     bit_or((1 << (date_part('minute'::text, business_at))::integer)) FILTER (WHERE ((NOT estimated) AND (date_part('minute'::text, business_at) < (30)::double precision))) AS genuine_minutes_low,
--=     bit_or((1 << ((date_part('minute'::text, business_at))::integer - 30))) FILTER (WHERE ((NOT estimated) AND (date_part('minute'::text, business_at) >= (30)::double precision))) AS genuine_minutes_high
--=    FROM telemetry.reading
--=   GROUP BY unit_key, (time_bucket('01:00:00'::interval, business_at))
COMMENT ON VIEW telemetry.hour_live IS 'rollup_hourly computed from the readings at this moment, whatever is materialised.';

CREATE TABLE telemetry.materialised (
  only_row boolean NOT NULL DEFAULT true,
  before_date date NOT NULL,
  CONSTRAINT materialised_only_row_check CHECK (only_row),
  CONSTRAINT materialised_pkey PRIMARY KEY (only_row),
);

CREATE TABLE telemetry.parameter (
  parameter_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  CONSTRAINT parameter_pkey PRIMARY KEY (parameter_key),
  CONSTRAINT parameter_name_key UNIQUE (name),
);

CREATE VIEW telemetry.parameter_hour_live (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     parameter_key,
--=     time_bucket('01:00:00'::interval, business_at) AS bucket,
--=     count(*) AS sample_count,
--=     count(*) FILTER (WHERE estimated) AS estimated_count,
--=     sum(((value * ('1000000000'::numeric)::double precision))::bigint) AS value_sum_nano,
--=     min(value) AS value_min,
--=     max(value) AS value_max,
--=     last(value, created_on) AS last_value,
--=     max(created_on) AS last_at
--=    FROM telemetry.parameter_reading
--=   GROUP BY unit_key, parameter_key, (time_bucket('01:00:00'::interval, business_at))
COMMENT ON VIEW telemetry.parameter_hour_live IS 'parameter_rollup_hourly computed from the samples at this moment, whatever is materialised.';

CREATE TABLE telemetry.parameter_reading (
  unit_key integer NOT NULL,
  parameter_key integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  business_at timestamp without time zone NOT NULL,
  value double precision NOT NULL,
  estimated boolean NOT NULL DEFAULT false,
);
-- hypertable: by business_at
-- compression: segment by unit_key,parameter_key, order by business_at,created_on
CREATE UNIQUE INDEX parameter_reading_key ON telemetry.parameter_reading USING btree (unit_key, parameter_key, business_at, created_on);
CREATE INDEX parameter_reading_time ON telemetry.parameter_reading USING btree (business_at);

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_daily (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     parameter_key,
--=     time_bucket('1 day'::interval, bucket) AS bucket,
--=     (sum(sample_count))::bigint AS sample_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     sum(value_sum_nano) AS value_sum_nano,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     last(last_value, bucket) AS last_value,
--=     max(last_at) AS last_at
--=    FROM telemetry.parameter_rollup_hourly
--=   GROUP BY unit_key, parameter_key, (time_bucket('1 day'::interval, bucket))
-- real-time: t

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_hourly (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     parameter_key,
--=     time_bucket('01:00:00'::interval, business_at) AS bucket,
--=     count(*) AS sample_count,
--=     count(*) FILTER (WHERE estimated) AS estimated_count,
--=     sum(((value * ('1000000000'::numeric)::double precision))::bigint) AS value_sum_nano,
--=     min(value) AS value_min,
--=     max(value) AS value_max,
--=     last(value, created_on) AS last_value,
--=     max(created_on) AS last_at
--=    FROM telemetry.parameter_reading
--=   GROUP BY unit_key, parameter_key, (time_bucket('01:00:00'::interval, business_at))
-- real-time: t

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_monthly (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     parameter_key,
--=     time_bucket('1 mon'::interval, bucket) AS bucket,
--=     (sum(sample_count))::bigint AS sample_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     sum(value_sum_nano) AS value_sum_nano,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     last(last_value, bucket) AS last_value,
--=     max(last_at) AS last_at
--=    FROM telemetry.parameter_rollup_daily
--=   GROUP BY unit_key, parameter_key, (time_bucket('1 mon'::interval, bucket))
-- real-time: t

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_yearly (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     parameter_key,
--=     time_bucket('1 year'::interval, bucket) AS bucket,
--=     (sum(sample_count))::bigint AS sample_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     sum(value_sum_nano) AS value_sum_nano,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     last(last_value, bucket) AS last_value,
--=     max(last_at) AS last_at
--=    FROM telemetry.parameter_rollup_monthly
--=   GROUP BY unit_key, parameter_key, (time_bucket('1 year'::interval, bucket))
-- real-time: t

CREATE TABLE telemetry.processed_day (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  processed_at timestamp with time zone NOT NULL,
  told_change_no bigint NOT NULL DEFAULT 0,
  rules_digest text,
  documents_revision bigint,
  rules_version integer NOT NULL DEFAULT 0,
  CONSTRAINT processed_day_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT processed_day_pkey PRIMARY KEY (industry_key, business_date),
);
CREATE INDEX processed_day_rules ON telemetry.processed_day USING btree (rules_version, business_date DESC, industry_key);

CREATE TABLE telemetry.quarantine (
  quarantine_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  unit_id text,
  raw text NOT NULL,
  reason_code text NOT NULL,
  reason text NOT NULL,
  source text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  times_received integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'held'::text,
  decided_by text,
  decided_at timestamp with time zone,
  is_partial boolean NOT NULL DEFAULT false,
  CONSTRAINT quarantine_status_check CHECK ((status = ANY (ARRAY['held'::text, 'released'::text, 'discarded'::text]))),
  CONSTRAINT quarantine_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT quarantine_pkey PRIMARY KEY (quarantine_id),
);
CREATE UNIQUE INDEX quarantine_case ON telemetry.quarantine USING btree (industry_key, md5(raw), reason_code);
CREATE INDEX quarantine_held ON telemetry.quarantine USING btree (industry_key, quarantine_id) WHERE (status = 'held'::text);

CREATE TABLE telemetry.reading (
  unit_key integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  business_at timestamp without time zone NOT NULL,
  value double precision,
  summed_value double precision,
  estimated boolean NOT NULL DEFAULT false,
  offline_minutes real,
  register_excluded boolean NOT NULL DEFAULT false,
  received_at timestamp with time zone NOT NULL,
);
-- hypertable: by business_at
-- compression: segment by unit_key, order by business_at,created_on
CREATE UNIQUE INDEX reading_key ON telemetry.reading USING btree (unit_key, business_at, created_on);
CREATE INDEX reading_time ON telemetry.reading USING btree (business_at);

CREATE TABLE telemetry.reading_edit (
  edit_id uuid NOT NULL DEFAULT gen_random_uuid(),
  edit_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  made_by text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  undone_by text,
  undone_at timestamp with time zone,
  readings jsonb NOT NULL,
  first_on timestamp with time zone,
  last_on timestamp with time zone,
  withdrawn_at timestamp with time zone,
  withdrawn_readings integer NOT NULL DEFAULT 0,
  withdrawn_first_on timestamp with time zone,
  withdrawn_last_on timestamp with time zone,
  withdrawn_cause text,
  withdrawn_beside timestamp with time zone,
  CONSTRAINT reading_edit_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'delete'::text, 'estimate'::text]))),
  CONSTRAINT reading_edit_withdrawn_cause_check CHECK ((withdrawn_cause = ANY (ARRAY['reading'::text, 'edit'::text, 'delete'::text, 'undo'::text]))),
  CONSTRAINT reading_edit_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT reading_edit_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT reading_edit_pkey PRIMARY KEY (edit_id),
  CONSTRAINT reading_edit_industry_key_edit_key_key UNIQUE (industry_key, edit_key),
);
CREATE INDEX reading_edit_estimates ON telemetry.reading_edit USING btree (industry_key, unit_key, last_on) WHERE ((kind = 'estimate'::text) AND (undone_at IS NULL));

CREATE TABLE telemetry.register_event (
  unit_key integer NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone,
  kind text NOT NULL,
  action text NOT NULL,
  evidence jsonb NOT NULL,
  detected_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT register_event_action_check CHECK ((action = ANY (ARRAY['exclude'::text, 'keep'::text]))),
  CONSTRAINT register_event_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'rollover'::text, 'replacement'::text, 'dropout'::text, 'glitch'::text, 'spike'::text]))),
  CONSTRAINT register_event_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT register_event_pkey PRIMARY KEY (unit_key, from_at),
);

CREATE TABLE telemetry.register_overrule (
  unit_key integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  action text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT register_overrule_action_check CHECK ((action = ANY (ARRAY['keep'::text, 'exclude'::text]))),
  CONSTRAINT register_overrule_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT register_overrule_pkey PRIMARY KEY (unit_key, created_on),
);

CREATE TABLE telemetry.removed_document (
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  period text NOT NULL,
  period_start date NOT NULL,
  change_no bigint NOT NULL,
  previous_value json NOT NULL,
  causes text[] NOT NULL,
  CONSTRAINT removed_document_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT removed_document_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT removed_document_pkey PRIMARY KEY (unit_key, period, period_start),
);
CREATE UNIQUE INDEX removed_document_change ON telemetry.removed_document USING btree (industry_key, period, change_no);

CREATE MATERIALIZED VIEW telemetry.rollup_daily (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro numeric,
  estimated_sum_micro numeric,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     time_bucket('1 day'::interval, bucket) AS bucket,
--=     (sum(reading_count))::bigint AS reading_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     (sum(value_count))::bigint AS value_count,
--=     sum(value_sum_micro) AS value_sum_micro,
--=     sum(estimated_sum_micro) AS estimated_sum_micro,
--=     (sum(positive_count))::bigint AS positive_count,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     first(first_value, bucket) FILTER (WHERE (first_value IS NOT NULL)) AS first_value,
--=     last(last_value, bucket) FILTER (WHERE (last_value IS NOT NULL)) AS last_value,
--=     first(first_register, bucket) FILTER (WHERE (first_register IS NOT NULL)) AS first_register,
--=     last(last_register, bucket) FILTER (WHERE (last_register IS NOT NULL)) AS last_register,
--=     min(first_at) AS first_at,
--=     max(last_at) AS last_at
--=    FROM telemetry.rollup_hourly
--=   GROUP BY unit_key, (time_bucket('1 day'::interval, bucket))
-- real-time: t

CREATE TABLE telemetry.rollup_due (
  due_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  from_date date NOT NULL,
  to_date date NOT NULL,
  CONSTRAINT rollup_due_check CHECK ((from_date <= to_date)),
  CONSTRAINT rollup_due_pkey PRIMARY KEY (due_key),
);

CREATE MATERIALIZED VIEW telemetry.rollup_hourly (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro bigint,
  estimated_sum_micro bigint,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  first_register_value double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  genuine_minutes_low integer,
  genuine_minutes_high integer,
);
--=  SELECT unit_key,
--=     time_bucket('01:00:00'::interval, business_at) AS bucket,
--=     count(*) AS reading_count,
--=     count(*) FILTER (WHERE estimated) AS estimated_count,
--=     count(value) AS value_count,
--=     (sum(((value * ('1000000'::numeric)::double precision))::bigint))::bigint AS value_sum_micro,
--=     (sum(((value * ('1000000'::numeric)::double precision))::bigint) FILTER (WHERE estimated))::bigint AS estimated_sum_micro,
--=     count(*) FILTER (WHERE (value > (0)::double precision)) AS positive_count,
--=     min(value) AS value_min,
--=     max(value) AS value_max,
--=     first(value, created_on) FILTER (WHERE (value IS NOT NULL)) AS first_value,
--=     last(value, created_on) FILTER (WHERE (value IS NOT NULL)) AS last_value,
--=     first(summed_value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS first_register,
--=     first(value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS first_register_value,
--=     last(summed_value, created_on) FILTER (WHERE ((summed_value IS NOT NULL) AND (NOT register_excluded))) AS last_register,
--=     min(created_on) AS first_at,
--=     max(created_on) AS last_at,
--=     bit_or((1 << (date_part('minute'::text, business_at))::integer)) FILTER (WHERE ((NOT estimated) AND (date_part('minute'::text, business_at) < (30)::double precision))) AS genuine_minutes_low,
--=     bit_or((1 << ((date_part('minute'::text, business_at))::integer - 30))) FILTER (WHERE ((NOT estimated) AND (date_part('minute'::text, business_at) >= (30)::double precision))) AS genuine_minutes_high
--=    FROM telemetry.reading
--=   GROUP BY unit_key, (time_bucket('01:00:00'::interval, business_at))
-- real-time: t

CREATE TABLE telemetry.rollup_mismatch (
  mismatch_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  level text NOT NULL,
  unit_key integer NOT NULL,
  bucket timestamp without time zone NOT NULL,
  expected jsonb NOT NULL,
  found jsonb,
  found_at timestamp with time zone NOT NULL,
  repaired_at timestamp with time zone,
  CONSTRAINT rollup_mismatch_pkey PRIMARY KEY (mismatch_id),
);

CREATE MATERIALIZED VIEW telemetry.rollup_monthly (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro numeric,
  estimated_sum_micro numeric,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     time_bucket('1 mon'::interval, bucket) AS bucket,
--=     (sum(reading_count))::bigint AS reading_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     (sum(value_count))::bigint AS value_count,
--=     sum(value_sum_micro) AS value_sum_micro,
--=     sum(estimated_sum_micro) AS estimated_sum_micro,
--=     (sum(positive_count))::bigint AS positive_count,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     first(first_value, bucket) FILTER (WHERE (first_value IS NOT NULL)) AS first_value,
--=     last(last_value, bucket) FILTER (WHERE (last_value IS NOT NULL)) AS last_value,
--=     first(first_register, bucket) FILTER (WHERE (first_register IS NOT NULL)) AS first_register,
--=     last(last_register, bucket) FILTER (WHERE (last_register IS NOT NULL)) AS last_register,
--=     min(first_at) AS first_at,
--=     max(last_at) AS last_at
--=    FROM telemetry.rollup_daily
--=   GROUP BY unit_key, (time_bucket('1 mon'::interval, bucket))
-- real-time: t

CREATE MATERIALIZED VIEW telemetry.rollup_yearly (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro numeric,
  estimated_sum_micro numeric,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
);
--=  SELECT unit_key,
--=     time_bucket('1 year'::interval, bucket) AS bucket,
--=     (sum(reading_count))::bigint AS reading_count,
--=     (sum(estimated_count))::bigint AS estimated_count,
--=     (sum(value_count))::bigint AS value_count,
--=     sum(value_sum_micro) AS value_sum_micro,
--=     sum(estimated_sum_micro) AS estimated_sum_micro,
--=     (sum(positive_count))::bigint AS positive_count,
--=     min(value_min) AS value_min,
--=     max(value_max) AS value_max,
--=     first(first_value, bucket) FILTER (WHERE (first_value IS NOT NULL)) AS first_value,
--=     last(last_value, bucket) FILTER (WHERE (last_value IS NOT NULL)) AS last_value,
--=     first(first_register, bucket) FILTER (WHERE (first_register IS NOT NULL)) AS first_register,
--=     last(last_register, bucket) FILTER (WHERE (last_register IS NOT NULL)) AS last_register,
--=     min(first_at) AS first_at,
--=     max(last_at) AS last_at
--=    FROM telemetry.rollup_monthly
--=   GROUP BY unit_key, (time_bucket('1 year'::interval, bucket))
-- real-time: t

CREATE TABLE telemetry.seal (
  only_row boolean NOT NULL DEFAULT true,
  sealed_before date NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  CONSTRAINT seal_only_row_check CHECK (only_row),
  CONSTRAINT seal_pkey PRIMARY KEY (only_row),
);

CREATE TABLE telemetry.sealed_month (
  industry_key integer NOT NULL,
  month date NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  CONSTRAINT sealed_month_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone))),
  CONSTRAINT sealed_month_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT sealed_month_pkey PRIMARY KEY (industry_key, month),
);

CREATE TABLE telemetry.sealed_parameter_rollup_daily (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
CREATE UNIQUE INDEX sealed_parameter_rollup_daily_key ON telemetry.sealed_parameter_rollup_daily USING btree (unit_key, parameter_key, bucket);

CREATE TABLE telemetry.sealed_parameter_rollup_hourly (
  unit_key integer NOT NULL,
  parameter_key integer NOT NULL,
  bucket timestamp without time zone NOT NULL,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
-- hypertable: by bucket
-- compression: segment by , order by unit_key,parameter_key,bucket
CREATE UNIQUE INDEX sealed_parameter_rollup_hourly_key ON telemetry.sealed_parameter_rollup_hourly USING btree (unit_key, parameter_key, bucket);

CREATE TABLE telemetry.sealed_parameter_rollup_monthly (
  unit_key integer,
  parameter_key integer,
  bucket timestamp without time zone,
  sample_count bigint,
  estimated_count bigint,
  value_sum_nano numeric,
  value_min double precision,
  value_max double precision,
  last_value double precision,
  last_at timestamp with time zone,
);
CREATE UNIQUE INDEX sealed_parameter_rollup_monthly_key ON telemetry.sealed_parameter_rollup_monthly USING btree (unit_key, parameter_key, bucket);

CREATE TABLE telemetry.sealed_rollup_daily (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro numeric,
  estimated_sum_micro numeric,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
);
CREATE UNIQUE INDEX sealed_rollup_daily_key ON telemetry.sealed_rollup_daily USING btree (unit_key, bucket);

CREATE TABLE telemetry.sealed_rollup_hourly (
  unit_key integer NOT NULL,
  bucket timestamp without time zone NOT NULL,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro bigint,
  estimated_sum_micro bigint,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  first_register_value double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  genuine_minutes_low integer,
  genuine_minutes_high integer,
);
-- hypertable: by bucket
-- compression: segment by , order by unit_key,bucket
CREATE UNIQUE INDEX sealed_rollup_hourly_key ON telemetry.sealed_rollup_hourly USING btree (unit_key, bucket);

CREATE TABLE telemetry.sealed_rollup_monthly (
  unit_key integer,
  bucket timestamp without time zone,
  reading_count bigint,
  estimated_count bigint,
  value_count bigint,
  value_sum_micro numeric,
  estimated_sum_micro numeric,
  positive_count bigint,
  value_min double precision,
  value_max double precision,
  first_value double precision,
  last_value double precision,
  first_register double precision,
  last_register double precision,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
);
CREATE UNIQUE INDEX sealed_rollup_monthly_key ON telemetry.sealed_rollup_monthly USING btree (unit_key, bucket);

CREATE TABLE telemetry.settled_event (
  event_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  CONSTRAINT settled_event_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT settled_event_pkey PRIMARY KEY (event_key),
);
CREATE INDEX settled_event_at ON telemetry.settled_event USING btree (settled_at);

CREATE TABLE telemetry.settled_event_day (
  industry_key integer NOT NULL,
  event_key bigint NOT NULL,
  business_date date NOT NULL,
  changed_unit_keys integer[] NOT NULL,
  causes text[] NOT NULL,
  marked_at timestamp with time zone,
  CONSTRAINT settled_event_day_event_key_fkey FOREIGN KEY (event_key) REFERENCES telemetry.settled_event(event_key) ON DELETE CASCADE,
  CONSTRAINT settled_event_day_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT settled_event_day_pkey PRIMARY KEY (event_key, business_date),
);

CREATE TABLE telemetry.settled_event_waiting (
  industry_key integer NOT NULL,
  event_key bigint NOT NULL,
  consumer text NOT NULL,
  CONSTRAINT settled_event_waiting_event_key_fkey FOREIGN KEY (event_key) REFERENCES telemetry.settled_event(event_key) ON DELETE CASCADE,
  CONSTRAINT settled_event_waiting_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT settled_event_waiting_pkey PRIMARY KEY (event_key, consumer),
);

CREATE TABLE telemetry.settled_total (
  cause text NOT NULL,
  settled_days bigint NOT NULL,
  changed_figures bigint NOT NULL,
  marked_days bigint NOT NULL,
  marked_seconds double precision NOT NULL,
  CONSTRAINT settled_total_pkey PRIMARY KEY (cause),
);

CREATE TABLE telemetry.stale_day WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500) (
  industry_key integer NOT NULL,
  business_date date NOT NULL,
  unit_keys integer[] NOT NULL,
  causes jsonb NOT NULL,
  marked_at timestamp with time zone NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  CONSTRAINT stale_day_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT stale_day_pkey PRIMARY KEY (industry_key, business_date),
);

CREATE TABLE telemetry.unit_state (
  unit_key integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  value double precision,
  summed_value double precision,
  params jsonb,
  estimated boolean NOT NULL,
  received_at timestamp with time zone NOT NULL,
  first_business_date date NOT NULL,
  first_register_date date,
  stamp double precision NOT NULL DEFAULT random(),
  CONSTRAINT unit_state_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT unit_state_pkey PRIMARY KEY (unit_key),
);

CREATE TABLE telemetry.unmaterialised_day (
  unmaterialised_day_key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  from_date date NOT NULL,
  CONSTRAINT unmaterialised_day_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT unmaterialised_day_pkey PRIMARY KEY (unmaterialised_day_key),
);
CREATE INDEX unmaterialised_day_industry_key_idx ON telemetry.unmaterialised_day USING btree (industry_key);

CREATE TABLE telemetry.water_ratio (
  industry_key integer NOT NULL,
  record_date date NOT NULL,
  record_time time without time zone NOT NULL,
  fields jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT water_ratio_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT water_ratio_pkey PRIMARY KEY (industry_key, record_date, record_time),
);

CREATE TABLE tenant.analyst_login (
  role_name text NOT NULL,
  industry_key integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  password_changed_at timestamp with time zone NOT NULL,
  CONSTRAINT analyst_login_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT analyst_login_pkey PRIMARY KEY (role_name),
);

CREATE TABLE tenant.app_user (
  user_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  user_id text NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  email_ids text[] NOT NULL DEFAULT '{}'::text[],
  phone_no text,
  removed_at timestamp with time zone,
  signed_out_at timestamp with time zone,
  signed_out_except_sid text,
  CONSTRAINT app_user_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text, 'guest'::text]))),
  CONSTRAINT app_user_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT app_user_pkey PRIMARY KEY (user_key),
  CONSTRAINT app_user_industry_key_user_id_key UNIQUE (industry_key, user_id),
);
CREATE UNIQUE INDEX app_user_email ON tenant.app_user USING btree (lower(email)) WHERE (removed_at IS NULL);
CREATE INDEX app_user_phone ON tenant.app_user USING btree ("right"(ltrim(phone_no, '+'::text), 10)) WHERE ((removed_at IS NULL) AND (phone_no IS NOT NULL));
CREATE UNIQUE INDEX app_user_username ON tenant.app_user USING btree (lower(username)) WHERE (removed_at IS NULL);

CREATE TABLE tenant.category (
  industry_key integer NOT NULL,
  generation text NOT NULL,
  category_key text NOT NULL,
  "position" integer NOT NULL,
  standard_category_id text NOT NULL,
  sub_categories jsonb NOT NULL,
  CONSTRAINT category_generation_check CHECK ((generation = ANY (ARRAY['categories'::text, 'categoriesV2'::text, 'standardCategories'::text]))),
  CONSTRAINT category_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT category_pkey PRIMARY KEY (industry_key, generation, category_key),
);
CREATE TRIGGER touch_industry AFTER INSERT OR DELETE OR UPDATE ON tenant.category FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();

CREATE TABLE tenant.device_key (
  key_id text NOT NULL,
  industry_key integer NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  unit_ids text[],
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  rotated_from text,
  source_key integer,
  CONSTRAINT device_key_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT device_key_rotated_from_fkey FOREIGN KEY (rotated_from) REFERENCES tenant.device_key(key_id),
  CONSTRAINT device_key_source_key_fkey FOREIGN KEY (source_key) REFERENCES tenant.source(source_key),
  CONSTRAINT device_key_pkey PRIMARY KEY (key_id),
);
CREATE INDEX device_key_of_industry ON tenant.device_key USING btree (industry_key, created_at);
CREATE INDEX device_key_of_source ON tenant.device_key USING btree (source_key) WHERE (source_key IS NOT NULL);
CREATE INDEX device_key_rotated ON tenant.device_key USING btree (rotated_from) WHERE (rotated_from IS NOT NULL);

CREATE TABLE tenant.device_key_use (
  key_id text NOT NULL,
  industry_key integer NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  rows_accepted bigint NOT NULL,
  rows_refused bigint NOT NULL,
  refusals jsonb NOT NULL,
  CONSTRAINT device_key_use_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT device_key_use_key_id_fkey FOREIGN KEY (key_id) REFERENCES tenant.device_key(key_id),
  CONSTRAINT device_key_use_pkey PRIMARY KEY (key_id),
);

CREATE TABLE tenant.disabled (
  industry_id text NOT NULL,
  user_id text NOT NULL DEFAULT ''::text,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT disabled_pkey PRIMARY KEY (industry_id, user_id),
);

CREATE TABLE tenant.industry (
  industry_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_id text NOT NULL,
  industry_name text NOT NULL,
  place text,
  is_active boolean NOT NULL DEFAULT true,
  is_test boolean NOT NULL DEFAULT false,
  timezone text NOT NULL,
  shift_start_at time without time zone NOT NULL,
  days_offset integer NOT NULL,
  declared_days_offset integer,
  virtual_negative_calc boolean NOT NULL DEFAULT false,
  meta jsonb NOT NULL DEFAULT '{}'::jsonb,
  session_timeout jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT industry_pkey PRIMARY KEY (industry_key),
  CONSTRAINT industry_industry_id_key UNIQUE (industry_id),
);
CREATE TRIGGER begin_clock AFTER INSERT ON tenant.industry FOR EACH ROW EXECUTE FUNCTION tenant.begin_clock();
CREATE TRIGGER touch BEFORE UPDATE ON tenant.industry FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry();

CREATE TABLE tenant.industry_clock (
  industry_key integer NOT NULL,
  from_date date NOT NULL,
  timezone text NOT NULL,
  shift_start_at time without time zone NOT NULL,
  days_offset integer NOT NULL,
  CONSTRAINT industry_clock_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT industry_clock_pkey PRIMARY KEY (industry_key, from_date),
);
CREATE TRIGGER touch_industry AFTER INSERT OR DELETE OR UPDATE ON tenant.industry_clock FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();

CREATE TABLE tenant.known_network (
  key_hash bytea NOT NULL,
  known_until timestamp with time zone NOT NULL,
  CONSTRAINT known_network_pkey PRIMARY KEY (key_hash),
);

CREATE TABLE tenant.limit_use WITH (fillfactor=50) (
  key_hash bytea NOT NULL, -- SHA-256 of the names of the limits and of what is counted by: addresses and phone numbers are not kept
  used integer[] NOT NULL, -- Uses in the running window of each limit
  ends_at timestamp with time zone[] NOT NULL, -- End of that window, each limit
  CONSTRAINT limit_use_pkey PRIMARY KEY (key_hash),
);
COMMENT ON TABLE tenant.limit_use IS 'Uses counted against limits. One row per set of limits and key; emptied by a crash of the database (unlogged).';

CREATE TABLE tenant.mail_choice (
  user_key integer NOT NULL,
  gets_morning_mail boolean NOT NULL,
  mail_language text,
  CONSTRAINT mail_choice_mail_language_check CHECK ((mail_language ~ '^[a-z]{2,3}$'::text)),
  CONSTRAINT mail_choice_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT mail_choice_pkey PRIMARY KEY (user_key),
);

CREATE TABLE tenant.meter (
  meter_id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL,
  unit_key integer NOT NULL,
  installed_at timestamp with time zone NOT NULL,
  serial text,
  initial_register double precision,
  final_register_of_old double precision,
  registered_by text NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT meter_final_register_of_old_check CHECK ((final_register_of_old >= (0)::double precision)),
  CONSTRAINT meter_initial_register_check CHECK ((initial_register >= (0)::double precision)),
  CONSTRAINT meter_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT meter_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT meter_pkey PRIMARY KEY (meter_id),
  CONSTRAINT meter_unit_key_installed_at_key UNIQUE (unit_key, installed_at),
);
CREATE INDEX meter_of_industry ON tenant.meter USING btree (industry_key, installed_at);
CREATE TRIGGER touch_industry AFTER INSERT OR DELETE OR UPDATE ON tenant.meter FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();

CREATE TABLE tenant.one_time_password (
  user_key integer NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT one_time_password_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT one_time_password_pkey PRIMARY KEY (user_key),
);

CREATE TABLE tenant.password_reset (
  user_key integer NOT NULL,
  token_hash bytea,
  expires_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  problem text,
  used_at timestamp with time zone,
  request_id uuid, -- Request that the link was made for; null: handed out without a mail, or of an earlier version.
  CONSTRAINT password_reset_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT password_reset_pkey PRIMARY KEY (user_key),
  CONSTRAINT password_reset_token_hash_key UNIQUE (token_hash),
);

CREATE TABLE tenant.report_job (
  job_id uuid NOT NULL,
  industry_key integer NOT NULL,
  user_key integer NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  progress smallint NOT NULL DEFAULT 0,
  problem jsonb,
  file_name text,
  file bytea,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0, -- How often a worker has begun to make the report.
  CONSTRAINT report_job_check CHECK (((state = 'done'::text) = (file IS NOT NULL))),
  CONSTRAINT report_job_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT report_job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT report_job_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT report_job_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT report_job_pkey PRIMARY KEY (job_id),
);
CREATE INDEX report_job_created ON tenant.report_job USING btree (created_at);
CREATE INDEX report_job_industry ON tenant.report_job USING btree (industry_key, state);

CREATE TABLE tenant.revoked_token (
  jti text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT revoked_token_pkey PRIMARY KEY (jti),
);

CREATE TABLE tenant.session (
  industry_key integer NOT NULL,
  user_key integer NOT NULL,
  device_id text NOT NULL,
  base_address_hash text NOT NULL,
  token_jti text NOT NULL,
  refresh_jti text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  logged_in_at timestamp with time zone NOT NULL DEFAULT now(),
  refresh_expires_at timestamp with time zone,
  device_type text,
  browser text,
  os text,
  replaced_jtis text[] NOT NULL DEFAULT '{}'::text[],
  replaced_ats timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  CONSTRAINT session_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT session_user_key_fkey FOREIGN KEY (user_key) REFERENCES tenant.app_user(user_key),
  CONSTRAINT session_pkey PRIMARY KEY (industry_key, user_key, device_id, base_address_hash),
);
CREATE INDEX session_token ON tenant.session USING btree (token_jti);

CREATE TABLE tenant.source (
  source_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  source_id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  format text NOT NULL,
  mapping jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  problem text,
  problem_at timestamp with time zone,
  problem_count bigint NOT NULL DEFAULT 0,
  problem_example text,
  downlink jsonb,
  CONSTRAINT source_format_check CHECK ((format = ANY (ARRAY['chirpstack'::text, 'things-stack'::text, 'json'::text, 'sparkplug'::text]))),
  CONSTRAINT source_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT source_pkey PRIMARY KEY (source_key),
  CONSTRAINT source_source_id_key UNIQUE (source_id),
);
CREATE INDEX source_of_industry ON tenant.source USING btree (industry_key) WHERE (removed_at IS NULL);

CREATE TABLE tenant.source_device (
  source_key integer NOT NULL,
  device_id text NOT NULL,
  industry_key integer NOT NULL,
  unit_key integer,
  first_heard_at timestamp with time zone,
  last_heard_at timestamp with time zone,
  messages bigint NOT NULL DEFAULT 0,
  example text,
  battery_percent real,
  battery_volts real,
  rssi real,
  snr real,
  frames jsonb NOT NULL DEFAULT '[]'::jsonb,
  died_at timestamp with time zone,
  command_topic text,
  downlink_id uuid,
  downlink_state text,
  downlink_at timestamp with time zone,
  downlink_problem text,
  node_session bigint,
  CONSTRAINT source_device_downlink_state_check CHECK ((downlink_state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  CONSTRAINT source_device_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT source_device_source_key_fkey FOREIGN KEY (source_key) REFERENCES tenant.source(source_key),
  CONSTRAINT source_device_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT source_device_pkey PRIMARY KEY (source_key, device_id),
);
CREATE INDEX source_device_of_unit ON tenant.source_device USING btree (unit_key) WHERE (unit_key IS NOT NULL);
CREATE INDEX source_device_waiting_downlink ON tenant.source_device USING btree (downlink_at) WHERE (downlink_state = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE TABLE tenant.unit (
  unit_key integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL,
  unit_id text NOT NULL,
  display_name text NOT NULL,
  si_unit text NOT NULL,
  "position" integer NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT unit_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT unit_pkey PRIMARY KEY (unit_key),
  CONSTRAINT unit_industry_key_unit_id_key UNIQUE (industry_key, unit_id),
);
CREATE TRIGGER touch_industry AFTER INSERT OR DELETE OR UPDATE ON tenant.unit FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();

CREATE TABLE tenant.unit_death (
  unit_key integer NOT NULL,
  died_at timestamp with time zone NOT NULL,
  industry_key integer NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT unit_death_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT unit_death_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT unit_death_pkey PRIMARY KEY (unit_key, died_at),
);

CREATE TABLE tenant.unit_version (
  unit_key integer NOT NULL,
  effective_from date NOT NULL,
  standard_category_id text NOT NULL,
  flow_factor double precision NOT NULL,
  min_non_zero_threshold double precision NOT NULL,
  max_capacity double precision,
  data_update_frequency_seconds integer NOT NULL,
  params jsonb NOT NULL,
  p_ref_kilowatts double precision,
  calculations text,
  register_checks jsonb,
  meta jsonb NOT NULL,
  volume_curve jsonb,
  CONSTRAINT unit_version_unit_key_fkey FOREIGN KEY (unit_key) REFERENCES tenant.unit(unit_key),
  CONSTRAINT unit_version_pkey PRIMARY KEY (unit_key, effective_from),
);
CREATE TRIGGER touch_industry AFTER INSERT OR DELETE OR UPDATE ON tenant.unit_version FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_unit_version();

CREATE TABLE tenant.water_balance_graph (
  industry_key integer NOT NULL,
  version integer NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  saved_by text NOT NULL,
  document json NOT NULL,
  CONSTRAINT water_balance_graph_industry_key_fkey FOREIGN KEY (industry_key) REFERENCES tenant.industry(industry_key),
  CONSTRAINT water_balance_graph_pkey PRIMARY KEY (industry_key, version),
);

CREATE FUNCTION alerting.condition_length(p_industry_key integer, p_incident_key bigint) RETURNS TABLE(lasted_minutes double precision) LANGUAGE sql STABLE;
COMMENT ON FUNCTION alerting.condition_length(integer,bigint) IS 'Minutes for which the condition of a recovered incident lasted; null: nobody noted it';

CREATE FUNCTION analytics_private.bound(nature text, figure double precision, expected double precision, genuine double precision, estimated double precision, told text, unheard text) RETURNS text LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.bound_of_all(one text, other text) RETURNS text LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.bound_of_unheard(figure double precision, passed double precision, silences integer) RETURNS text LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.current_industry_key() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path="";
COMMENT ON FUNCTION analytics_private.current_industry_key() IS 'Industry of the login of this session; null for every other login, the owner included, and while the industry is disabled.';

CREATE PROCEDURE analytics_private.define_figures() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_findings() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_glossary() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_hours() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_readings() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_rollups() LANGUAGE plpgsql;

CREATE PROCEDURE analytics_private.define_units() LANGUAGE plpgsql;

CREATE FUNCTION analytics_private.display(p_value numeric, p_division_factor numeric) RETURNS numeric LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION analytics_private.display(numeric,numeric) IS 'A raw figure divided: the number answers and reports show.';

CREATE FUNCTION analytics_private.division_factor(p_standard_category_id text) RETURNS numeric LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION analytics_private.division_factor(text) IS 'What a figure is divided by to be in the si_unit of its unit: 1000, but 1 for ground water levels and quality, which are not milli-units.';

CREATE PROCEDURE analytics_private.drop_login(IN p_role text) LANGUAGE plpgsql;
COMMENT ON PROCEDURE analytics_private.drop_login(text) IS 'Removes the login; its open sessions see nothing any more.';

CREATE FUNCTION analytics_private.entry_field(field jsonb, number integer) RETURNS jsonb LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.entry_number(field jsonb, number integer) RETURNS numeric LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.entry_rows(entries jsonb) RETURNS TABLE(number integer, x timestamp with time zone, y jsonb, py jsonb, ir numeric, fr numeric, y1 numeric, percentage numeric, "offlineCount" integer, "offlineDuration" numeric, "offlineValue" numeric, unheard jsonb, coverage numeric, "lastEpoch" numeric) LANGUAGE sql STABLE;

CREATE FUNCTION analytics_private.entry_value(entries jsonb, name text, number integer) RETURNS jsonb LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.fingerprint() RETURNS text LANGUAGE sql STABLE SET search_path="";

CREATE FUNCTION analytics_private.hour_bound(nature text, figure double precision, coverage double precision, estimated double precision, told text, unheard text) RETURNS text LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.live_from() RETURNS timestamp without time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path="";
COMMENT ON FUNCTION analytics_private.live_from() IS 'From which business day on the rollups of this login''s industry are added up from its readings; null where the materialised ones are right.';

CREATE FUNCTION analytics_private.parameter_rollup_daily_live() RETURNS SETOF telemetry.parameter_rollup_daily LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.parameter_rollup_daily_live() IS 'parameter_rollup_daily of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.parameter_rollup_hourly_live() RETURNS SETOF telemetry.parameter_rollup_hourly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.parameter_rollup_hourly_live() IS 'parameter_rollup_hourly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.parameter_rollup_monthly_live() RETURNS SETOF telemetry.parameter_rollup_monthly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.parameter_rollup_monthly_live() IS 'parameter_rollup_monthly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.parameter_rollup_yearly_live() RETURNS SETOF telemetry.parameter_rollup_yearly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.parameter_rollup_yearly_live() IS 'parameter_rollup_yearly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE PROCEDURE analytics_private.put_login(IN p_role text, IN p_password_verifier text) LANGUAGE plpgsql;
COMMENT ON PROCEDURE analytics_private.put_login(text,text) IS 'Creates the login with this SCRAM-SHA-256 verifier, or gives the existing one this verifier, as a member of water_analyst.';

CREATE FUNCTION analytics_private.rollup_daily_live() RETURNS SETOF telemetry.rollup_daily LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.rollup_daily_live() IS 'rollup_daily of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.rollup_hourly_live() RETURNS SETOF telemetry.rollup_hourly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.rollup_hourly_live() IS 'rollup_hourly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.rollup_monthly_live() RETURNS SETOF telemetry.rollup_monthly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.rollup_monthly_live() IS 'rollup_monthly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.rollup_yearly_live() RETURNS SETOF telemetry.rollup_yearly LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp;
COMMENT ON FUNCTION analytics_private.rollup_yearly_live() IS 'rollup_yearly of this login''s industry from the period of live_from on; years with archived months, too; otherwise nothing.';

CREATE FUNCTION analytics_private.sealed_months() RETURNS timestamp without time zone[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path="";
COMMENT ON FUNCTION analytics_private.sealed_months() IS 'First days of the archived months of this login''s industry.';

CREATE FUNCTION analytics_private.sealed_years() RETURNS timestamp without time zone[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path="";
COMMENT ON FUNCTION analytics_private.sealed_years() IS 'First days of the years in which months of this login''s industry are archived.';

CREATE FUNCTION analytics_private.share(part double precision, whole double precision) RETURNS numeric LANGUAGE sql IMMUTABLE;

CREATE FUNCTION analytics_private.unit_group(p_standard_category_id text) RETURNS text LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION analytics_private.unit_group(text) IS 'Group whose rules compute the figures of a standardCategoryId; null for an unknown one.';

CREATE FUNCTION operations.finding_mute(p_industry_key integer, p_kind text, p_unit_key integer) RETURNS date LANGUAGE sql STABLE;
COMMENT ON FUNCTION operations.finding_mute(integer,text,integer) IS 'First business day on which findings of a kind are told again; infinity: switched off; null: told';

CREATE FUNCTION operations.job_queues(at timestamp with time zone) RETURNS TABLE(queue text, queued bigint, active bigint, failed bigint, oldest_due_at timestamp with time zone, last_completed_at timestamp with time zone) LANGUAGE plpgsql STABLE;

CREATE FUNCTION telemetry.business_at(p_industry_key integer, p_instant timestamp with time zone) RETURNS timestamp without time zone LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.business_at(integer,timestamp with time zone) IS 'Position of p_instant on the business clock of an industry, without time zone, as readings carry it. What lies beyond 24 hours of a long day is folded into 23:59:59.999999.';

CREATE FUNCTION telemetry.business_at(p_instant timestamp with time zone, p_timezone text, p_shift_start time without time zone, p_days_offset integer) RETURNS timestamp without time zone LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION telemetry.business_at(timestamp with time zone,text,time without time zone,integer) IS 'Position of p_instant on the business clock, without time zone: business_date at midnight plus the hours, minutes and microseconds since that day began. What lies beyond 24 hours of a long day is folded into 23:59:59.999999.';

CREATE FUNCTION telemetry.business_date(p_industry_key integer, p_instant timestamp with time zone) RETURNS date LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.business_date(integer,timestamp with time zone) IS 'Business day of an industry that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1).';

CREATE FUNCTION telemetry.business_date(p_instant timestamp with time zone, p_timezone text, p_shift_start time without time zone, p_days_offset integer) RETURNS date LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION telemetry.business_date(timestamp with time zone,text,time without time zone,integer) IS 'Business day that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1), for shift start p_shift_start, local in the IANA zone p_timezone, and p_days_offset times 24 hours subtracted.';

CREATE FUNCTION telemetry.day_start(p_date date, p_timezone text, p_shift_start time without time zone, p_days_offset integer) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION telemetry.day_start(date,text,time without time zone,integer) IS 'Instant at which business day p_date begins: p_shift_start (local time in the IANA zone p_timezone) of that date, minus p_days_offset times 24 hours. The day ends where the next one begins: 24 hours later, more or less only where clocks change.';

CREATE FUNCTION telemetry.day_start(p_industry_key integer, p_date date) RETURNS timestamp with time zone LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.day_start(integer,date) IS 'Instant at which business day p_date of an industry begins, by the rule of its clock that counts for that date.';

CREATE PROCEDURE telemetry.define_view(IN view_name text, IN definition text) LANGUAGE plpgsql;
COMMENT ON PROCEDURE telemetry.define_view(text,text) IS 'Creates a view, or replaces it where its definition differs. Readers of an unchanged view hold up no start.';

CREATE FUNCTION telemetry.following_days(p_unit_keys integer[], p_changed_dates date[], p_kinds text[], p_last date) RETURNS TABLE(industry_key integer, unit_key integer, business_date date) LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.following_days(integer[],date[],text[],date) IS 'Days that take over the last level or register of the changed days: one row per unit and business day.';

CREATE FUNCTION telemetry.long_day_hours(unit_keys integer[], day date, day_starts_at timestamp with time zone) RETURNS SETOF telemetry.hour_live LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.long_day_hours(integer[],date,timestamp with time zone) IS 'Hours of one business day of units, the 25th at the next date''s 00:00. day_starts_at: instant at which the day begins.';

CREATE FUNCTION telemetry.long_day_parameter_hours(unit_keys integer[], day date, day_starts_at timestamp with time zone) RETURNS SETOF telemetry.parameter_hour_live LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.long_day_parameter_hours(integer[],date,timestamp with time zone) IS 'The same of named parameters.';

CREATE FUNCTION telemetry.merged_keys(kept integer[], added integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION telemetry.merged_keys(integer[],integer[]) IS 'Units of both lists, ascending and each once; kept as it is where it has all of added.';

CREATE FUNCTION telemetry.meter_hours(unit_keys integer[], day date, day_starts_at timestamp with time zone, from_at timestamp with time zone, until_at timestamp with time zone) RETURNS SETOF telemetry.hour_live LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.meter_hours(integer[],date,timestamp with time zone,timestamp with time zone,timestamp with time zone) IS 'Hours of one business day of units, of their readings from one instant to before another alone.';

CREATE FUNCTION telemetry.newest_change(industry integer) RETURNS bigint LANGUAGE sql STABLE;

CREATE FUNCTION telemetry.parameter_rollup_daily_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.parameter_rollup_daily LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.parameter_rollup_daily_since(integer[],timestamp without time zone) IS 'parameter_rollup_daily of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.parameter_rollup_hourly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.parameter_rollup_hourly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.parameter_rollup_hourly_since(integer[],timestamp without time zone) IS 'parameter_rollup_hourly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.parameter_rollup_monthly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.parameter_rollup_monthly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.parameter_rollup_monthly_since(integer[],timestamp without time zone) IS 'parameter_rollup_monthly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.parameter_rollup_yearly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.parameter_rollup_yearly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.parameter_rollup_yearly_since(integer[],timestamp without time zone) IS 'parameter_rollup_yearly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.parameter_rollup_yearly_with_sealed(unit_keys integer[], since timestamp without time zone, sealed timestamp without time zone[]) RETURNS SETOF telemetry.parameter_rollup_yearly LANGUAGE sql STABLE;

CREATE FUNCTION telemetry.part_hours(unit_keys integer[], day date, day_starts_at timestamp with time zone, hour integer, from_at timestamp with time zone, until_at timestamp with time zone) RETURNS SETOF telemetry.hour_live LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.part_hours(integer[],date,timestamp with time zone,integer,timestamp with time zone,timestamp with time zone) IS 'One elapsed hour of a business day of units, of its readings from one instant to before another alone.';

CREATE FUNCTION telemetry.part_parameter_hours(unit_keys integer[], day date, day_starts_at timestamp with time zone, hour integer, from_at timestamp with time zone, until_at timestamp with time zone) RETURNS SETOF telemetry.parameter_hour_live LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.part_parameter_hours(integer[],date,timestamp with time zone,integer,timestamp with time zone,timestamp with time zone) IS 'The same of named parameters.';

CREATE FUNCTION telemetry.raise_document_revision() RETURNS trigger LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION telemetry.rebuild_indexes(chunk regclass) RETURNS void LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION telemetry.rollup_daily_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.rollup_daily LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.rollup_daily_since(integer[],timestamp without time zone) IS 'rollup_daily of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.rollup_hourly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.rollup_hourly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.rollup_hourly_since(integer[],timestamp without time zone) IS 'rollup_hourly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.rollup_monthly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.rollup_monthly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.rollup_monthly_since(integer[],timestamp without time zone) IS 'rollup_monthly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.rollup_yearly_since(unit_keys integer[], since timestamp without time zone) RETURNS SETOF telemetry.rollup_yearly LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.rollup_yearly_since(integer[],timestamp without time zone) IS 'rollup_yearly of units from the period of a business day on, computed from the readings at this moment for that day and later ones.';

CREATE FUNCTION telemetry.rollup_yearly_with_sealed(unit_keys integer[], since timestamp without time zone, sealed timestamp without time zone[]) RETURNS SETOF telemetry.rollup_yearly LANGUAGE sql STABLE;

CREATE FUNCTION telemetry.seal_days(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.seal_hours(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.seal_months(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.seal_parameter_days(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.seal_parameter_hours(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.seal_parameter_months(unit_keys integer[], from_date date, until_date date) RETURNS void LANGUAGE sql VOLATILE;

CREATE FUNCTION telemetry.sealed_between(of_industry integer, from_date date, until_date date) RETURNS boolean LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.sealed_between(integer,date,date) IS 'Whether any of the industry''s business days from from_date to before until_date is sealed: its readings are gone, and nothing can be computed from them.';

CREATE FUNCTION telemetry.sealed_months(of_industry integer) RETURNS timestamp without time zone[] LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.sealed_months(integer) IS 'First days of the industry''s archived months, whose rollups stand in telemetry.sealed_rollup_*.';

CREATE FUNCTION telemetry.set_chunk_lengths(chunk_length interval, merged_length interval, of_rollups boolean) RETURNS void LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION telemetry.shifted_local_date(p_instant timestamp with time zone, p_timezone text, p_shift_start time without time zone, p_days_offset integer) RETURNS date LANGUAGE sql IMMUTABLE;
COMMENT ON FUNCTION telemetry.shifted_local_date(timestamp with time zone,text,time without time zone,integer) IS 'Local date in the IANA zone p_timezone at p_instant plus p_days_offset times 24 hours, less the shift start: a step of business_date, which corrects it near a change of clocks.';

CREATE FUNCTION telemetry.unsettled_days(cutoff date) RETURNS TABLE(industry_key integer, business_date date) LANGUAGE sql STABLE;
COMMENT ON FUNCTION telemetry.unsettled_days(date) IS 'Business days of chunks of readings that ended by cutoff which keep these readings: stale ones, and those that have readings of a unit and were never processed.';

CREATE FUNCTION tenant.begin_clock() RETURNS trigger LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION tenant.clock_rules(of_industry integer) RETURNS SETOF json LANGUAGE sql STABLE;
COMMENT ON FUNCTION tenant.clock_rules(integer) IS 'One row: the rules of the industry''s clock as a list of objects, the oldest first; null for an unknown industry.';

CREATE FUNCTION tenant.count_use(p_key_hash bytea, p_points integer[], p_seconds integer[], p_at timestamp with time zone) RETURNS timestamp with time zone LANGUAGE plpgsql VOLATILE;
COMMENT ON FUNCTION tenant.count_use(bytea,integer[],integer[],timestamp with time zone) IS 'Counts one use at p_at of a key against limits of p_points uses in p_seconds each; null when it is granted. When any limit is used up nothing is counted and the instant is returned from which all will have room. A window begins with its first use.';

CREATE FUNCTION tenant.sign_out(p_user_keys integer[], p_except_sid text, p_now timestamp with time zone) RETURNS void LANGUAGE sql VOLATILE;
COMMENT ON FUNCTION tenant.sign_out(integer[],text,timestamp with time zone) IS 'Ends every session of the users but that of login p_except_sid (null: all), and push messages to their devices. Operators have no session record to check: their known logins are revoked, and those that a later login of the same device has replaced are refused by signed_out_at.';

CREATE FUNCTION tenant.token_standing(p_industry_id text, p_user_id text, p_jti text, p_sid text, p_acting_industry_id text, p_now timestamp with time zone) RETURNS TABLE(session_timeout jsonb, user_key integer, email text, username text, role text, permissions text[], signed_out_at timestamp with time zone, signed_out_except_sid text, in_session boolean, refresh_expires_at timestamp with time zone, revoked boolean, disabled boolean, acting_industry_key integer, acting_version timestamp with time zone) LANGUAGE plpgsql STABLE;
COMMENT ON FUNCTION tenant.token_standing(text,text,text,text,text,timestamp with time zone) IS 'Always one row: what is known of industry p_industry_id, its user p_user_id, the token p_jti of login p_sid, and the industry to act on (null: its own). Keys are null for what does not exist or was removed; in_session: an active session record holds the token, or held it until a refresh in the 60 seconds before p_now; refresh_expires_at is that of this record, null: never; acting_version moves with every change of that industry, its units and categories.';

CREATE FUNCTION tenant.touch_industry() RETURNS trigger LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION tenant.touch_industry_of_row() RETURNS trigger LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION tenant.touch_industry_of_unit_version() RETURNS trigger LANGUAGE plpgsql VOLATILE;

CREATE FUNCTION tenant.unit_in_force(of_unit integer, on_date date) RETURNS SETOF tenant.unit_version LANGUAGE sql STABLE;
COMMENT ON FUNCTION tenant.unit_in_force(integer,date) IS 'The version of the unit that counts on business day on_date, infinity for the latest: one row, or none before the first version.';

CREATE FUNCTION tenant.unit_versions(of_unit integer) RETURNS SETOF json LANGUAGE sql STABLE;
COMMENT ON FUNCTION tenant.unit_versions(integer) IS 'One row: the versions of the unit as a list of objects, the oldest first; null for a unit without any.';

CREATE FUNCTION tenant.user_name(p_industry_key integer, p_user_id text) RETURNS text LANGUAGE sql STABLE;
COMMENT ON FUNCTION tenant.user_name(integer,text) IS 'Name of a user of an industry, or else of an operator; null: neither is known';
