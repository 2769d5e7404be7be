-- Listings of one unit, or of few.
CREATE INDEX incident_of_unit ON alerting.incident (unit_key, opened_at DESC, incident_key DESC)
  INCLUDE (industry_key, alert_type, severity, state) WHERE unit_key IS NOT NULL;

-- Which were open at an instant, however long ago: few are at any.
DROP INDEX alerting.incident_closed;
CREATE INDEX incident_span ON alerting.incident
  USING gist (tstzrange(opened_at, greatest(opened_at, coalesce(closed_at, 'infinity'::timestamptz))));
