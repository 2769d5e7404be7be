-- How long the condition of an incident that has recovered lasted, by the end that was noted last. The condition ends
-- before its incident, which waits for the time of recovery. Primary key of transition; the planner takes the body in.
CREATE OR REPLACE FUNCTION alerting.condition_length(p_industry_key integer, p_incident_key bigint)
RETURNS TABLE (lasted_minutes double precision) LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT (t.detail ->> 'durationMinutes')::float8
  FROM alerting.transition t
  WHERE t.industry_key = p_industry_key AND t.incident_key = p_incident_key AND t.kind IN ('recovered', 'corrected')
  ORDER BY t.ordinal DESC
  LIMIT 1
$$;
COMMENT ON FUNCTION alerting.condition_length(integer, bigint) IS
  'Minutes for which the condition of a recovered incident lasted; null: nobody noted it';
