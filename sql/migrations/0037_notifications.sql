-- What people see of alerts within the application, and the devices that take push messages.

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
CREATE INDEX notification_unread ON alerting.notification (industry_key, created_at DESC, notification_id) WHERE read_at IS NULL;
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

-- Listings of incidents, which filter by what is included; the key makes pages stable.
CREATE INDEX incident_listed ON alerting.incident (industry_key, opened_at DESC, incident_key DESC)
  INCLUDE (alert_type, unit_key, severity, state);
DROP INDEX alerting.incident_opened;
-- Which were open at an instant.
CREATE INDEX incident_closed ON alerting.incident (industry_key, coalesce(closed_at, 'infinity'::timestamptz))
  INCLUDE (opened_at, severity, state);
