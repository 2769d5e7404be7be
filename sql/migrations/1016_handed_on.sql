-- Incidents and findings are handed on.

-- That a kind is told again of a unit is an act, too.
ALTER TABLE operations.finding_act DROP CONSTRAINT finding_act_act_check;
ALTER TABLE operations.finding_act ADD CONSTRAINT finding_act_act_check
  CHECK (act IN ('acknowledged', 'assigned', 'unassigned', 'commented', 'confirmed', 'rejected', 'verdict withdrawn',
                 'muted', 'unmuted'));

-- Who it was handed to, or taken from. The detail of such an act is the note of whoever did it.
ALTER TABLE operations.finding_act ADD COLUMN assignee_id text;
UPDATE operations.finding_act SET assignee_id = detail, detail = NULL WHERE act IN ('assigned', 'unassigned');

-- The ledger of morning mails holds the mails to people whom something is handed to, too. These are of no morning.
ALTER TABLE alerting.morning_mail RENAME TO mail;
ALTER TABLE alerting.mail ALTER COLUMN business_date DROP NOT NULL;
ALTER TABLE alerting.mail RENAME CONSTRAINT morning_mail_pkey TO mail_pkey;
ALTER TABLE alerting.mail RENAME CONSTRAINT morning_mail_state_check TO mail_state_check;
ALTER TABLE alerting.mail RENAME CONSTRAINT morning_mail_industry_key_fkey TO mail_industry_key_fkey;
ALTER TABLE alerting.mail RENAME CONSTRAINT morning_mail_industry_key_business_date_fkey TO mail_morning_fkey;
ALTER TABLE alerting.mail
  RENAME CONSTRAINT morning_mail_industry_key_business_date_recipient_key TO mail_once_a_morning;
ALTER INDEX alerting.morning_mail_open RENAME TO mail_open;

-- Incidents are handed on as findings are.
ALTER TABLE alerting.incident ADD COLUMN assignee_id text;
ALTER TABLE alerting.transition DROP CONSTRAINT transition_kind_check;
ALTER TABLE alerting.transition ADD CONSTRAINT transition_kind_check CHECK (kind IN (
  'fired', 'recovered', 'corrected', 'withdrawn', 'resolved', 'acknowledged', 'assigned', 'unassigned', 'commented',
  'snoozed', 'escalated', 'reminded'));
-- Listings are narrowed by the assignee without the table.
DROP INDEX alerting.incident_listed;
CREATE INDEX incident_listed ON alerting.incident (industry_key, opened_at DESC, incident_key DESC)
  INCLUDE (alert_type, unit_key, severity, state, assignee_id);
DROP INDEX alerting.incident_of_unit;
CREATE INDEX incident_of_unit ON alerting.incident (unit_key, opened_at DESC, incident_key DESC)
  INCLUDE (industry_key, alert_type, severity, state, assignee_id) WHERE unit_key IS NOT NULL;
