-- Lists of units that wait, as marks of stale days and days due for alerts keep them.

-- A list that has all of them stays as it is stored: written anew with every batch of a busy day, thousands of units
-- long, it would fill the table. PostgreSQL keeps the stored value of what an update hands back unchanged.
CREATE OR REPLACE FUNCTION telemetry.merged_keys(kept int[], added int[]) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN kept @> added THEN kept
       ELSE (SELECT array_agg(DISTINCT k ORDER BY k) FROM unnest(kept || added) AS k) END;
COMMENT ON FUNCTION telemetry.merged_keys IS
  'Units of both lists, ascending and each once; kept as it is where it has all of added.';
