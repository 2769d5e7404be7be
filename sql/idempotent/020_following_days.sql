-- Days that take over the last level or register of a changed day: their openingStock, offlineValue and what passed
-- unheard depend on it.

-- Days after p_last with a document of the unit, up to and with the unit's next day that has a level or register of its
-- own. p_kinds: what the changed day hands on, see HandedOn (src/ledger/store/ledger.ts). Primary keys of reading and
-- document. The body is one SELECT, STABLE and not STRICT, so the planner puts it in place of the call.
CREATE OR REPLACE FUNCTION telemetry.following_days(p_unit_keys int[], p_changed_dates date[], p_kinds text[],
                                                   p_last date)
RETURNS TABLE (industry_key int, unit_key int, business_date date) LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 AS $$
  SELECT d.industry_key, c.unit_key, d.period_start
  FROM unnest(p_unit_keys, p_changed_dates, p_kinds) AS c (unit_key, changed_date, kind)
  LEFT JOIN LATERAL (
    SELECT r.business_at::date AS business_date FROM telemetry.reading r
    WHERE r.unit_key = c.unit_key AND r.business_at >= c.changed_date + 1
      AND CASE WHEN c.kind = 'level' THEN r.value IS NOT NULL
               ELSE r.summed_value IS NOT NULL AND NOT r.register_excluded END
      AND EXISTS (SELECT FROM telemetry.document l
                  WHERE l.unit_key = c.unit_key AND l.period = 'DAILY' AND l.period_start > p_last)
    ORDER BY r.business_at LIMIT 1) AS own ON true
  JOIN telemetry.document d ON d.unit_key = c.unit_key AND d.period = 'DAILY' AND d.period_start > p_last
    AND d.period_start <= coalesce(own.business_date, 'infinity')
    AND (c.kind IN ('level', 'register')
         OR (d.period_start = own.business_date AND (c.kind = 'counted' OR d.meta -> 'unheard' IS NOT NULL)))
$$;
COMMENT ON FUNCTION telemetry.following_days IS
  'Days that take over the last level or register of the changed days: one row per unit and business day.';
