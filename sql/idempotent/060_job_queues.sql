-- What waits in the job queue and how long. The tables are pg-boss's own. They are there once a service has started, so
-- the statement is put together when it runs.
CREATE OR REPLACE FUNCTION operations.job_queues (at timestamptz)
RETURNS TABLE (queue text, queued bigint, active bigint, failed bigint, oldest_due_at timestamptz,
               last_completed_at timestamptz) LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE $q$
    SELECT j.name::text, count(*) FILTER (WHERE j.state::text IN ('created', 'retry')),
           count(*) FILTER (WHERE j.state::text = 'active'),
           count(*) FILTER (WHERE j.state::text = 'failed' AND j.completed_on > $1 - interval '1 day'),
           min(j.start_after) FILTER (WHERE j.state::text IN ('created', 'retry') AND j.start_after <= $1),
           max(j.completed_on) FILTER (WHERE j.state::text = 'completed')
    FROM pgboss.job j GROUP BY j.name ORDER BY j.name $q$ USING at;
END
$$;
