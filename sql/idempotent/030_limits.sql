-- Counting uses of limits. A function because it runs at every request, its plans are kept, and one round trip locks,
-- decides and counts.

COMMENT ON TABLE tenant.limit_use IS
  'Uses counted against limits. One row per set of limits and key; emptied by a crash of the database (unlogged).';
COMMENT ON COLUMN tenant.limit_use.key_hash IS
  'SHA-256 of the names of the limits and of what is counted by: addresses and phone numbers are not kept';
COMMENT ON COLUMN tenant.limit_use.used IS 'Uses in the running window of each limit';
COMMENT ON COLUMN tenant.limit_use.ends_at IS 'End of that window, each limit';

CREATE OR REPLACE FUNCTION tenant.count_use(p_key_hash bytea, p_points int[], p_seconds int[], p_at timestamptz)
RETURNS timestamptz
LANGUAGE plpgsql
AS $$
DECLARE
  held tenant.limit_use;
  refused_until timestamptz;
BEGIN
  LOOP
    SELECT * INTO held FROM tenant.limit_use WHERE key_hash = p_key_hash FOR UPDATE;
    EXIT WHEN found;
    -- Another process may insert it first; both then wait for the lock above.
    INSERT INTO tenant.limit_use VALUES (p_key_hash, array_fill(0, ARRAY[cardinality(p_points)]),
                                         array_fill(timestamptz '-infinity', ARRAY[cardinality(p_points)]))
    ON CONFLICT DO NOTHING;
  END LOOP;

  FOR i IN 1 .. cardinality(p_points) LOOP
    IF held.ends_at[i] <= p_at THEN
      held.used[i] := 0;
      held.ends_at[i] := p_at + make_interval(secs => p_seconds[i]);
    END IF;
    IF held.used[i] >= p_points[i] THEN
      refused_until := greatest(refused_until, held.ends_at[i]);
    END IF;
    held.used[i] := held.used[i] + 1;
  END LOOP;

  IF refused_until IS NULL THEN
    UPDATE tenant.limit_use SET used = held.used, ends_at = held.ends_at WHERE key_hash = p_key_hash;
  END IF;
  RETURN refused_until;
END
$$;

COMMENT ON FUNCTION tenant.count_use(bytea, int[], int[], timestamptz) IS
  'Counts one use at p_at of a key against limits of p_points uses in p_seconds each; null when it is granted. When '
  'any limit is used up nothing is counted and the instant is returned from which all will have room. A window begins '
  'with its first use.';
