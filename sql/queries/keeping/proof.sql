-- Do documents and rollups tell the same story? Wherever no rule lies between them they must, and these list the units
-- where they do not. All industries at once, as one chain of rollups serves them all; each row names its industry.
-- @start..@end: the period, end excluded. @unitKeys: null for all units. Only units whose key divided by @divisor
-- leaves @remainder. @rulesVersion: the algorithm whose documents are looked at; those of an earlier one may follow
-- other rules, and stay as they are until somebody rebuilds them.
--
-- Looked at are units in use that had one group, not VIRTUAL, in the whole period. Each of their days with readings
-- must be processed. No day of the industry may be stale, and no rollup of a day may wait for its refresh. Sealed days
-- are left out, because a changed configuration does not reach their documents.
--
-- Compared are these figures, each where no rule lies between document and rollup:
--   readings, estimated, lastEpoch   always: every group counts readings in the same way
--   nonZero                          flow and energy with a low-flow cutoff of 0
--   lastRegister                     flow and energy with multiplier 1 and no meter exchanged in the period or counting
--                                    from its installation in it
--   value of flow and energy         as lastRegister, where no day is longer than 24 hours (the rollup folds it) and
--                                    the register of every hour counts what the interval values add up to, or is absent
--   value of ground-water levels     always: the last reading
--   slotsGenuine (days)              days of 24 hours with slots of whole minutes that divide the hour
--   parameters (days)                quality, and parameters of energy that are means: the mean of all samples

-- part: settled_units
FROM telemetry.processed_day p
JOIN tenant.unit u ON u.industry_key = p.industry_key AND u.removed_at IS NULL
  AND (@unitKeys::int[] IS NULL OR u.unit_key = ANY (@unitKeys::int[]))
  AND u.unit_key % @divisor::int = @remainder::int
CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, p.business_date) v
CROSS JOIN LATERAL (SELECT analytics_private.unit_group(v.standard_category_id) AS unit_group) g
WHERE p.business_date = @start::date AND NOT telemetry.sealed_between(p.industry_key, @start::date, @end::date)
  AND NOT EXISTS (SELECT FROM telemetry.stale_day s
                  WHERE s.industry_key = p.industry_key AND s.business_date = p.business_date)
  AND NOT EXISTS (SELECT FROM telemetry.rollup_due r WHERE p.business_date BETWEEN r.from_date AND r.to_date)

-- part: meters_known
NOT EXISTS (
  SELECT FROM tenant.meter m
  WHERE m.unit_key = u.unit_key AND m.installed_at < telemetry.day_start(u.industry_key, @end::date)
    AND NOT EXISTS (SELECT FROM telemetry.reading r
                    WHERE r.unit_key = m.unit_key AND r.created_on >= m.installed_at
                      AND r.summed_value IS NOT NULL AND NOT r.register_excluded
                      AND r.business_at >= m.installed_at AT TIME ZONE 'UTC' - interval '3 days'
                      AND r.business_at < @start::date::timestamp))

-- part: expected
jsonb_build_object('readings', coalesce(r.reading_count, 0), 'estimated', coalesce(r.estimated_count, 0),
                   'lastEpoch', round(date_part('epoch', r.last_at) * 1000))
|| CASE WHEN k.flows AND k.uncut THEN jsonb_build_object('nonZero', coalesce(r.positive_count, 0)) ELSE '{}' END
|| CASE WHEN k.flows AND k.as_sent
        THEN jsonb_build_object('lastRegister', round(r.last_register::text::numeric, 6)::float8) ELSE '{}' END
|| CASE WHEN rule.adds_up THEN jsonb_build_object('value', (r.value_sum_micro * 0.000001)::float8)
        WHEN k.is_level THEN jsonb_build_object('value', round(r.last_value::text::numeric, 6)::float8) ELSE '{}' END

-- part: found
jsonb_build_object('readings', d.provenance::jsonb -> 'readingsUsed', 'estimated',
                   d.provenance::jsonb -> 'readingsEstimated', 'lastEpoch', d.provenance::jsonb -> 'lastEpoch')
|| CASE WHEN k.flows AND k.uncut THEN jsonb_build_object('nonZero', d.meta::jsonb -> 'nonZero') ELSE '{}' END
|| CASE WHEN k.flows AND k.as_sent THEN jsonb_build_object('lastRegister', d.meta::jsonb -> 'fr') ELSE '{}' END
|| CASE WHEN rule.adds_up OR k.is_level THEN jsonb_build_object('value', d.value) ELSE '{}' END

-- name: compare_day
-- Documents of the day that begins the period.
WITH kept AS MATERIALIZED (
  SELECT u.industry_key, u.unit_key, u.unit_id, g.unit_group IN ('FLOW', 'CONSUMPTION', 'ENERGY') AS flows,
         g.unit_group = 'GROUND_WATER_LEVEL' AS is_level,
         v.flow_factor = 1 AND @@meters_known AS as_sent,
         v.min_non_zero_threshold = 0 AS uncut,
         CASE WHEN v.data_update_frequency_seconds % 60 = 0
           AND 3600 % v.data_update_frequency_seconds = 0 THEN v.data_update_frequency_seconds / 60 END AS slot_minutes,
         telemetry.day_start(u.industry_key, @end::date) - telemetry.day_start(u.industry_key,
             @start::date) = interval '24 hours' AS usual_length
  @@settled_units AND g.unit_group <> 'VIRTUAL'),
hours AS MATERIALIZED (
  SELECT h.unit_key,
         bool_and(coalesce(h.first_register IS NULL OR h.last_register::text::numeric - h.first_register::text::numeric
                           + coalesce(h.first_register_value::text::numeric, 0) = h.value_sum_micro * 0.000001,
                           false)) AS agree,
         sum((SELECT count(*) FROM generate_series(0, 59, k.slot_minutes) AS minute
              WHERE (coalesce(h.genuine_minutes_low, 0)::bigint
                     | (coalesce(h.genuine_minutes_high, 0)::bigint << 30))
                    >> minute & ((1::bigint << k.slot_minutes) - 1) <> 0)) AS slots
  FROM telemetry.rollup_hourly h JOIN kept k USING (unit_key)
  WHERE h.bucket >= @start::date::timestamp AND h.bucket < @end::date::timestamp
  GROUP BY h.unit_key),
rolled AS MATERIALIZED (
  SELECT * FROM telemetry.rollup_daily WHERE bucket >= @start::date::timestamp AND bucket < @end::date::timestamp)
SELECT i.industry_id, k.industry_key, k.unit_key, k.unit_id, e.expected, f.found
FROM kept k
JOIN tenant.industry i USING (industry_key)
LEFT JOIN telemetry.document d ON d.unit_key = k.unit_key AND d.period = 'DAILY' AND d.period_start = @start::date
LEFT JOIN rolled r ON r.unit_key = k.unit_key
LEFT JOIN hours h ON h.unit_key = k.unit_key
CROSS JOIN LATERAL (
  SELECT k.slot_minutes IS NOT NULL AND k.usual_length AS by_slots, k.flows AND k.as_sent AND k.usual_length
         AND coalesce(h.agree, true) AS adds_up) AS rule
CROSS JOIN LATERAL (
  SELECT @@expected
    || CASE WHEN rule.by_slots THEN jsonb_build_object('slotsGenuine', coalesce(h.slots, 0)) ELSE '{}'
       END AS expected) AS e
CROSS JOIN LATERAL (
  SELECT CASE WHEN d.unit_key IS NULL THEN '{}' ELSE
    @@found
    || CASE WHEN rule.by_slots THEN jsonb_build_object('slotsGenuine', d.provenance::jsonb -> 'slotsGenuine') ELSE '{}'
       END END AS found) AS f
WHERE (d.unit_key IS NOT NULL OR r.unit_key IS NOT NULL)
  AND (d.unit_key IS NULL OR (d.provenance::jsonb ->> 'algorithmVersion')::int = @rulesVersion::int)
    AND e.expected <> f.found
ORDER BY k.industry_key, k.unit_key;

-- name: compare_parameters_day
-- Means of named parameters. Both sides round a mean to billionths, the documents by doubles, so the last digits may
-- differ.
WITH kept AS MATERIALIZED (
  SELECT u.industry_key, u.unit_key, u.unit_id, g.unit_group, v.params
  @@settled_units AND (g.unit_group = 'QUALITY' OR g.unit_group = 'ENERGY' AND v.params <> '{}')
    AND EXISTS (SELECT FROM telemetry.document d
                WHERE d.unit_key = u.unit_key AND d.period = 'DAILY' AND d.period_start = @start::date
                  AND (d.provenance::jsonb ->> 'algorithmVersion')::int = @rulesVersion::int)),
rolled AS MATERIALIZED (
  SELECT r.unit_key, p.name, round(r.value_sum_nano * 0.000000001 / r.sample_count, 9) AS mean
  FROM telemetry.parameter_rollup_daily r JOIN telemetry.parameter p USING (parameter_key) JOIN kept USING (unit_key)
  WHERE r.bucket >= @start::date::timestamp AND r.bucket < @end::date::timestamp),
documented AS MATERIALIZED (
  SELECT d.unit_key, f.name, f.figure::numeric AS mean
  FROM kept JOIN telemetry.document d USING (unit_key)
  CROSS JOIN LATERAL jsonb_each_text(coalesce(d.value_by_parameter, d.param_value)) AS f (name, figure)
  WHERE d.period = 'DAILY' AND d.period_start = @start::date AND f.figure IS NOT NULL)
SELECT i.industry_id, k.industry_key, k.unit_key, k.unit_id,
       jsonb_object_agg(name, r.mean) AS expected, jsonb_object_agg(name, d.mean) AS found
FROM rolled r FULL JOIN documented d USING (unit_key, name)
JOIN kept k USING (unit_key)
JOIN tenant.industry i USING (industry_key)
WHERE (k.unit_group = 'QUALITY' OR coalesce(k.params -> name ->> 'isLatest', 'false') <> 'true')
  AND (r.mean IS NULL OR d.mean IS NULL OR abs(r.mean - d.mean) > greatest(0.000001, abs(r.mean) * 0.000000000001))
GROUP BY i.industry_id, k.industry_key, k.unit_key, k.unit_id
ORDER BY k.industry_key, k.unit_key;

-- name: compare_period
-- Documents of one month or year; @period is MONTHLY or YEARLY.
WITH kept AS MATERIALIZED (
  SELECT u.industry_key, u.unit_key, u.unit_id, v.unit_group IN ('FLOW', 'CONSUMPTION', 'ENERGY') AS flows,
         v.unit_group = 'GROUND_WATER_LEVEL' AS is_level, v.uncut,
         v.unfactored AND @@meters_known AS as_sent
  FROM tenant.unit u
  CROSS JOIN LATERAL (
    SELECT min(g.unit_group) AS unit_group, min(g.unit_group) <> max(g.unit_group) AS regrouped,
           bool_and(w.flow_factor = 1) AS unfactored, bool_and(w.min_non_zero_threshold = 0) AS uncut
    FROM (SELECT *, lead(effective_from) OVER (ORDER BY effective_from) AS until FROM tenant.unit_version
          WHERE unit_key = u.unit_key) AS w
    CROSS JOIN LATERAL (SELECT analytics_private.unit_group(w.standard_category_id) AS unit_group) g
    WHERE w.effective_from < @end::date AND (w.until IS NULL OR w.until > @start::date)) AS v
  WHERE u.removed_at IS NULL AND (@unitKeys::int[] IS NULL OR u.unit_key = ANY (@unitKeys::int[]))
    AND u.unit_key % @divisor::int = @remainder::int
    AND v.unit_group <> 'VIRTUAL' AND NOT v.regrouped
    AND NOT telemetry.sealed_between(u.industry_key, @start::date, @end::date)
    AND EXISTS (SELECT FROM telemetry.processed_day p
                WHERE p.industry_key = u.industry_key AND p.business_date >= @start::date
                  AND p.business_date < @end::date)
    AND NOT EXISTS (SELECT FROM telemetry.stale_day s
                    WHERE s.industry_key = u.industry_key AND s.business_date >= @start::date
                      AND s.business_date < @end::date)
    AND NOT EXISTS (SELECT FROM telemetry.rollup_due r WHERE r.from_date < @end::date AND r.to_date >= @start::date)),
unprocessed AS MATERIALIZED (
  SELECT DISTINCT k.unit_key FROM telemetry.rollup_daily r JOIN kept k USING (unit_key)
  WHERE r.bucket >= @start::date::timestamp AND r.bucket < @end::date::timestamp
    AND NOT EXISTS (SELECT FROM telemetry.processed_day p
                    WHERE p.industry_key = k.industry_key AND p.business_date = r.bucket::date)),
long_day AS MATERIALIZED (
  SELECT DISTINCT industry_key FROM (
    SELECT industry_key, lead(starts) OVER (PARTITION BY industry_key ORDER BY starts) - starts AS length
    FROM (SELECT DISTINCT industry_key FROM kept WHERE flows AND as_sent) AS k
    CROSS JOIN generate_series(@start::date, @end::date, interval '1 day') AS day
    CROSS JOIN LATERAL telemetry.day_start(industry_key, day::date) AS starts) AS days
  WHERE length > interval '24 hours'),
hours AS MATERIALIZED (
  SELECT unit_key, bool_and(coalesce(first_register IS NULL
                                     OR last_register::text::numeric - first_register::text::numeric
                                     + coalesce(first_register_value::text::numeric, 0) = value_sum_micro * 0.000001,
                                     false)) AS agree
  FROM telemetry.rollup_hourly
  WHERE bucket >= @start::date::timestamp AND bucket < @end::date::timestamp
    AND unit_key = ANY (ARRAY(SELECT unit_key FROM kept
                              WHERE flows AND as_sent AND industry_key NOT IN (SELECT industry_key FROM long_day)))
  GROUP BY unit_key),
rolled AS MATERIALIZED (
  SELECT * FROM telemetry.rollup_monthly
  WHERE @period = 'MONTHLY' AND bucket >= @start::date::timestamp AND bucket < @end::date::timestamp
  UNION ALL
  SELECT * FROM telemetry.rollup_yearly
  WHERE @period = 'YEARLY' AND bucket >= @start::date::timestamp AND bucket < @end::date::timestamp)
SELECT i.industry_id, k.industry_key, k.unit_key, k.unit_id, e.expected, f.found
FROM kept k
JOIN tenant.industry i USING (industry_key)
LEFT JOIN telemetry.document d ON d.unit_key = k.unit_key AND d.period = @period AND d.period_start = @start::date
LEFT JOIN rolled r ON r.unit_key = k.unit_key
LEFT JOIN hours h ON h.unit_key = k.unit_key
CROSS JOIN LATERAL (SELECT k.flows AND k.as_sent AND k.industry_key NOT IN (SELECT industry_key FROM long_day)
                    AND coalesce(h.agree, true) AS adds_up) AS rule
CROSS JOIN LATERAL (SELECT @@expected AS expected) AS e
CROSS JOIN LATERAL (SELECT CASE WHEN d.unit_key IS NULL THEN '{}' ELSE @@found END AS found) AS f
WHERE (d.unit_key IS NOT NULL OR r.unit_key IS NOT NULL)
  AND (d.unit_key IS NULL OR (d.provenance::jsonb ->> 'algorithmVersion')::int = @rulesVersion::int)
    AND k.unit_key NOT IN (SELECT unit_key FROM unprocessed) AND e.expected <> f.found
ORDER BY k.industry_key, k.unit_key;

-- name: open
-- Mismatches that have not agreed since, the oldest first.
SELECT mismatch_id, unit_key, period, period_start::text AS period_start FROM telemetry.document_mismatch
WHERE agreed_at IS NULL ORDER BY mismatch_id LIMIT @limit;

-- name: record
-- A mismatch keeps one row while it is open; the newest finding replaces the one before.
INSERT INTO telemetry.document_mismatch AS m (industry_key, unit_key, period, period_start, expected, found, found_at)
SELECT n.industry_key, n.unit_key, n.period, n.period_start, n.expected, n.found, @foundAt
FROM json_to_recordset(@mismatches::json) AS n (industry_key int, unit_key int, period text, period_start date,
                                                expected jsonb, found jsonb)
ON CONFLICT (unit_key, period, period_start)
WHERE agreed_at IS NULL DO UPDATE SET expected = excluded.expected, found = excluded.found;

-- name: repairable_days
-- The last processed day of each period, because its rebuild writes the period's document again. Parallel arrays:
-- @industryKeys, @unitKeys, @periodStarts and @ends (excluded).
SELECT w.industry_key, w.unit_key, max(p.business_date)::text AS business_date
FROM unnest(@industryKeys::int[], @unitKeys::int[], @periodStarts::date[], @ends::date[]) AS w (industry_key, unit_key,
  starts, ends)
JOIN telemetry.processed_day p ON p.industry_key = w.industry_key AND p.business_date >= w.starts
  AND p.business_date < w.ends
GROUP BY w.industry_key, w.unit_key, w.starts;

-- name: close
-- Closes mismatches of @mismatchIds that can be compared again: nothing of their period is stale, sealed or waits for a
-- refresh.
UPDATE telemetry.document_mismatch m SET agreed_at = @agreedAt
FROM (SELECT mismatch_id, (period_start + CASE period WHEN 'DAILY' THEN interval '1 day'
                                          WHEN 'MONTHLY' THEN interval '1 month' ELSE interval '1 year'
                                            END)::date AS ends
      FROM telemetry.document_mismatch WHERE mismatch_id = ANY (@mismatchIds::bigint[])) AS of_period
WHERE m.mismatch_id = of_period.mismatch_id AND m.agreed_at IS NULL
  AND NOT telemetry.sealed_between(m.industry_key, m.period_start, of_period.ends)
  AND NOT EXISTS (SELECT FROM telemetry.stale_day s
                  WHERE s.industry_key = m.industry_key AND s.business_date >= m.period_start
                    AND s.business_date < of_period.ends)
  AND NOT EXISTS (SELECT FROM telemetry.rollup_due r
                  WHERE r.from_date < of_period.ends AND r.to_date >= m.period_start);

-- name: counts
SELECT count(*) FILTER (WHERE agreed_at IS NULL) AS open, count(*) FILTER (WHERE agreed_at IS NOT NULL) AS agreed
FROM telemetry.document_mismatch;
