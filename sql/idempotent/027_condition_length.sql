-- How long the condition of an incident lasted, by the end that was noted last; null: it lasts, or nobody noted it. The
-- condition ends before its incident, which waits for the time of recovery. Primary key of transition.
CREATE OR REPLACE FUNCTION alerting.lasted_minutes(p_industry_key integer, p_incident_key bigint)
RETURNS double precision LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (t.detail ->> 'durationMinutes')::float8
  FROM alerting.transition t
  JOIN alerting.incident i USING (industry_key, incident_key)
  WHERE t.industry_key = p_industry_key AND t.incident_key = p_incident_key AND i.state = 'recovered'
    AND t.kind IN ('recovered', 'corrected')
  ORDER BY t.ordinal DESC
  LIMIT 1
$$;
COMMENT ON FUNCTION alerting.lasted_minutes(integer, bigint) IS
  'Minutes for which the condition of an incident lasted; null: it lasts, or nobody noted it';
