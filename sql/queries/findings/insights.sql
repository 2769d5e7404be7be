-- Insights. Primary keys and finding_last_day (industry_key, last_day) answer everything.

-- name: hours
-- Columns that detectors read of daily documents of units @unitKeys for days @from..@to. The caller unpacks the
-- entries, because it needs few of their fields.
SELECT unit_key, period_start::text AS period_start, value, entries,
       round((provenance ->> 'slotsGenuine')::numeric / nullif((provenance ->> 'slotsExpected')::numeric, 0),
             4)::float8 AS coverage,
       (provenance ->> 'lastEpoch')::float8 AS last_epoch
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = 'DAILY' AND period_start BETWEEN @from AND @to
ORDER BY unit_key, period_start;

-- name: store
-- One day of an industry, written again whenever its figures change.
INSERT INTO operations.insight AS i (industry_key, business_date, total_consumption, online_units, offline_units,
                                     computed_at)
VALUES (@industryKey, @date, @totalConsumption, @onlineUnits, @offlineUnits, @at)
ON CONFLICT (industry_key, business_date) DO UPDATE
  SET total_consumption = excluded.total_consumption, online_units = excluded.online_units,
      offline_units = excluded.offline_units,
      computed_at = excluded.computed_at
  WHERE (i.total_consumption, i.online_units, i.offline_units) IS DISTINCT FROM (excluded.total_consumption,
      excluded.online_units, excluded.offline_units);

-- name: of_day
-- Insights of day @date: of industry @industryKey, or of all industries (null).
SELECT i.industry_key, t.industry_id, i.total_consumption, i.online_units, i.offline_units, i.computed_at
FROM operations.insight i JOIN tenant.industry t USING (industry_key)
WHERE i.business_date = @date AND (@industryKey::int IS NULL OR i.industry_key = @industryKey)
ORDER BY t.industry_id;

-- name: hold
-- One judge holds an industry's findings at a time, to the end of the transaction. An older judgement can then never
-- overwrite a newer one.
SELECT pg_advisory_xact_lock(7224048, @industryKey);

-- name: on_record
-- Findings that the data could still show: open ones, those that end on day @since or later, and those that a person
-- has rejected.
SELECT finding_key, unit_key, kind, first_day::text AS first_day, last_day::text AS last_day, is_open, fate,
       evidence ->> 'swappedWith' AS swapped_with
FROM operations.finding
WHERE industry_key = @industryKey AND (is_open OR last_day >= @since OR fate = 'rejected')
ORDER BY finding_key;

-- name: write
-- @rows: JSON array of findings; a null finding_key is a new finding. A healed finding that the data show again loses
-- its fate. A rejected one stays rejected.
WITH n AS (
  SELECT * FROM json_to_recordset(@rows::json) AS r (finding_key bigint, unit_key int, kind text, first_day date,
                                                  raised_on date, last_day date, is_open bool,
    litres float8, litres_per_day float8, money float8, currency text, confidence float8, evidence jsonb)),
seen AS (
  UPDATE operations.finding f
  SET raised_on = least(f.raised_on, n.raised_on), last_day = n.last_day, is_open = n.is_open, litres = n.litres,
      litres_per_day = n.litres_per_day,
      money = n.money, currency = n.currency, confidence = n.confidence, evidence = n.evidence, judged_at = @at,
      fate = CASE WHEN f.fate = 'healed' THEN NULL ELSE f.fate END,
      fate_at = CASE WHEN f.fate = 'healed' THEN NULL ELSE f.fate_at END
  FROM n WHERE f.industry_key = @industryKey AND f.finding_key = n.finding_key)
INSERT INTO operations.finding (industry_key, unit_key, kind, first_day, raised_on, last_day, is_open, litres,
                                litres_per_day, money, currency, confidence, evidence,
                                found_at, judged_at)
SELECT @industryKey, unit_key, kind, first_day, raised_on, last_day, is_open, litres, litres_per_day, money, currency,
       confidence, evidence, @at, @at
FROM n WHERE finding_key IS NULL
ON CONFLICT (industry_key, unit_key, kind, first_day) DO NOTHING;

-- name: heal
-- Ends findings @findingKeys, because the data no longer show them. A person's judgement stays; a finding without one
-- becomes healed.
UPDATE operations.finding
SET fate = coalesce(fate, 'healed'), fate_at = CASE WHEN fate IS NULL THEN @at ELSE fate_at END, is_open = false,
    judged_at = @at
WHERE industry_key = @industryKey AND finding_key = ANY (@findingKeys::bigint[]) AND (fate IS NULL OR is_open);

-- name: end
-- Ends findings @findingKeys, because they began too long ago to be looked for. Their fate stays, and their last day is
-- the last one on which the data showed them.
UPDATE operations.finding SET is_open = false, judged_at = @at
WHERE industry_key = @industryKey AND finding_key = ANY (@findingKeys::bigint[]) AND is_open;

-- name: list
-- Findings of industry @industryKey, or of all (null), that were live on a day between @from and @to. @withSettled adds
-- healed and rejected findings. A removed unit is named by its id.
SELECT f.finding_key, f.finding_id, f.industry_key, u.unit_id, u.display_name AS unit_name,
       f.evidence ->> 'swappedWith' AS swapped_with,
       o.display_name AS swapped_with_name, f.kind, f.first_day::text AS first_day, f.raised_on::text AS raised_on,
       f.last_day::text AS last_day, f.is_open, f.litres, f.litres_per_day, f.money, f.currency, f.confidence,
       f.evidence, f.fate, f.fate_at, f.fate_by, f.fate_reason
FROM operations.finding f LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
  LEFT JOIN tenant.unit o ON o.unit_id = f.evidence ->> 'swappedWith' AND o.industry_key = f.industry_key
WHERE (@industryKey::int IS NULL OR f.industry_key = @industryKey) AND f.first_day <= @to AND f.raised_on <= @to
  AND (f.last_day >= @from OR f.is_open)
  AND (@withSettled OR coalesce(f.fate, 'confirmed') = 'confirmed')
ORDER BY f.industry_key, f.finding_key;

-- name: find
SELECT f.finding_key, f.finding_id, f.industry_key, u.unit_id, u.display_name AS unit_name,
       f.evidence ->> 'swappedWith' AS swapped_with,
       o.display_name AS swapped_with_name, f.kind, f.first_day::text AS first_day, f.raised_on::text AS raised_on,
       f.last_day::text AS last_day, f.is_open, f.litres, f.litres_per_day, f.money, f.currency, f.confidence,
       f.evidence, f.fate, f.fate_at, f.fate_by, f.fate_reason
FROM operations.finding f LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
  LEFT JOIN tenant.unit o ON o.unit_id = f.evidence ->> 'swappedWith' AND o.industry_key = f.industry_key
WHERE f.industry_key = @industryKey AND f.finding_id = @findingId
FOR UPDATE OF f;

-- name: judge
-- A person's judgement of a finding, and of all others of the same swapped pair. Null removes it.
UPDATE operations.finding f SET fate = @fate, fate_at = @at, fate_by = @by, fate_reason = @reason
FROM operations.finding j
WHERE j.industry_key = @industryKey AND j.finding_key = @findingKey AND f.industry_key = @industryKey
  AND (f.finding_key = @findingKey
       OR (f.evidence -> 'swappedUnits' = j.evidence -> 'swappedUnits'
           AND f.evidence -> 'swappedSince' = j.evidence -> 'swappedSince'
           AND f.fate IS DISTINCT FROM 'healed'));

-- name: precision
-- Counts of judgements by kind, of industry @industryKey or of all (null). Findings of one swapped pair count once, as
-- the first one that a person has judged.
SELECT kind, count(*) FILTER (WHERE fate = 'confirmed')::int AS confirmed,
       count(*) FILTER (WHERE fate = 'rejected')::int AS rejected,
       count(*) FILTER (WHERE fate = 'healed')::int AS healed, count(*) FILTER (WHERE fate IS NULL)::int AS unjudged
FROM (SELECT kind, fate,
             row_number() OVER (PARTITION BY industry_key,
                                coalesce((evidence ->> 'swappedSince') || (evidence ->> 'swappedUnits'),
                                         finding_key::text)
                                ORDER BY coalesce(fate, 'healed') = 'healed', finding_key) AS place
      FROM operations.finding
      WHERE @industryKey::int IS NULL OR industry_key = @industryKey) AS f
WHERE place = 1
GROUP BY kind ORDER BY kind;

-- name: mark_due
-- Figures of an industry have changed. An industry that waits already keeps its time, because corrections all day would
-- put it off otherwise.
INSERT INTO operations.insight_due AS d (industry_key, due_at) VALUES (@industryKey, @dueAt)
ON CONFLICT (industry_key) DO UPDATE SET due_at = coalesce(d.due_at, excluded.due_at), revision = d.revision + 1;

-- name: ask
-- Makes industries @industryKeys due now, whatever their waiting time. Returns the revisions asked for.
INSERT INTO operations.insight_due AS d (industry_key, due_at, asked_revision)
SELECT industry_key, @at, 1 FROM unnest(@industryKeys::int[]) AS a (industry_key)
ON CONFLICT (industry_key) DO UPDATE
  SET due_at = least(d.due_at, excluded.due_at), revision = d.revision + 1, asked_revision = d.revision + 1
RETURNING industry_key, revision::text AS revision;

-- name: asked_standing
-- Industries of @industryKeys whose asked revisions (@revisions, parallel) are not judged yet. waits: no attempt has
-- failed.
SELECT d.industry_key, d.failed_revision < a.revision AS waits
FROM unnest(@industryKeys::int[], @revisions::bigint[]) AS a (industry_key, revision)
  JOIN operations.insight_due d USING (industry_key)
WHERE d.judged_revision < a.revision;

-- name: due_of
-- The revision of industry @industryId that is due at @now.
SELECT d.industry_key, t.industry_id, d.revision::text AS revision
FROM operations.insight_due d JOIN tenant.industry t USING (industry_key)
WHERE t.industry_id = @industryId AND d.due_at <= @now;

-- name: due
-- Industries that are due, the oldest first.
SELECT d.industry_key, t.industry_id, d.revision::text AS revision
FROM operations.insight_due d JOIN tenant.industry t USING (industry_key)
WHERE d.due_at <= @now
ORDER BY d.due_at, d.industry_key
LIMIT 100;

-- name: judged
-- Revision @revision is judged. Changes since then wait until @laterAt, unless somebody has asked for them.
UPDATE operations.insight_due
SET judged_revision = greatest(judged_revision, @revision::bigint),
    due_at = CASE WHEN revision <= @revision::bigint THEN NULL WHEN asked_revision > @revision::bigint THEN due_at
      ELSE @laterAt END
WHERE industry_key = @industryKey;

-- name: failed
-- Revision @revision could not be judged, and waits until @laterAt, unless somebody has asked for a newer one.
UPDATE operations.insight_due
SET failed_revision = greatest(failed_revision, @revision::bigint),
    due_at = CASE WHEN asked_revision > @revision::bigint THEN due_at ELSE @laterAt END
WHERE industry_key = @industryKey AND judged_revision < @revision::bigint;
