-- The stale-day ledger and the list of processed days. Primary keys (industry_key, business_date) answer everything.
-- The mark of a sealed day says that units lack documents there, so the day is not settled either. Only mark_lacking
-- sets such marks.

-- name: mark
-- Marks (day, units, cause) stale. Repeated marks merge. The revision grows, so a rebuild that began earlier cannot
-- clear them. Sealed days cannot follow a reading and stay as they are.
-- Parallel arrays, one entry per (day, unit, cause): @businessDates, @unitKeys and @causes.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT @industryKey, m.business_date, array_agg(DISTINCT m.unit_key ORDER BY m.unit_key),
       (SELECT jsonb_object_agg(c.cause, c.times)
        FROM (SELECT x.cause, count(*) AS times FROM unnest(array_agg(m.cause)) AS x (cause) GROUP BY x.cause) AS c),
       @at
FROM unnest(@businessDates::date[], @unitKeys::int[], @causes::text[]) AS m (business_date, unit_key, cause)
GROUP BY m.business_date
HAVING NOT telemetry.sealed_between(@industryKey, m.business_date, m.business_date + 1)
ORDER BY m.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(s.unit_keys, excluded.unit_keys),
  causes = (SELECT jsonb_object_agg(key, total) FROM (
              SELECT key, sum(value::int) AS total
              FROM (SELECT * FROM jsonb_each_text(s.causes) UNION ALL SELECT *
                    FROM jsonb_each_text(excluded.causes)) AS both_causes
              GROUP BY key) AS merged),
  revision = s.revision + 1;

-- name: mark_processed_since
-- Marks every processed day from each unit's date on, for a changed configuration (@cause). Sealed days cannot follow
-- it. Parallel arrays: @unitKeys, @fromDates.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT @industryKey, p.business_date, array_agg(DISTINCT c.unit_key ORDER BY c.unit_key),
  jsonb_build_object(@cause::text, count(*)),
       @at
FROM telemetry.processed_day p
JOIN unnest(@unitKeys::int[], @fromDates::date[]) AS c (unit_key, from_date) ON p.business_date >= c.from_date
WHERE p.industry_key = @industryKey AND NOT telemetry.sealed_between(@industryKey, p.business_date, p.business_date + 1)
GROUP BY p.business_date
ORDER BY p.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(s.unit_keys, excluded.unit_keys),
  causes = s.causes || excluded.causes,
  revision = s.revision + 1
RETURNING business_date::text;

-- name: mark_lacking
-- Marks every processed day without a document of one of units @unitIds, for @cause. Sealed days are included, because
-- the document is computed from documents of others.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT @industryKey, p.business_date, array_agg(u.unit_key ORDER BY u.unit_key),
  jsonb_build_object(@cause::text, count(*)), @at
FROM telemetry.processed_day p
JOIN tenant.unit u ON u.industry_key = p.industry_key AND u.unit_id = ANY (@unitIds::text[])
WHERE p.industry_key = @industryKey
  AND NOT EXISTS (SELECT FROM telemetry.document d
                  WHERE d.unit_key = u.unit_key AND d.period = 'DAILY' AND d.period_start = p.business_date)
GROUP BY p.business_date
ORDER BY p.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(s.unit_keys, excluded.unit_keys),
  causes = s.causes || excluded.causes,
  revision = s.revision + 1;

-- name: mark_following
-- Marks the days to which changed days hand on their last level (stock) or register (flow, energy), those of an
-- unsettled run included: telemetry.following_days. @changedDates: the last changed day of each of @unitKeys. @kinds:
-- what it hands on. @last: the last day just rebuilt. A unit that is marked already keeps its causes. is_new: the day
-- was not stale before.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT @industryKey, f.business_date, array_agg(DISTINCT f.unit_key ORDER BY f.unit_key),
       jsonb_build_object('earlier day', count(*)), @at
FROM telemetry.following_days(@unitKeys::int[], @changedDates::date[], @kinds::text[], @last) AS f
GROUP BY f.business_date
HAVING NOT telemetry.sealed_between(@industryKey, f.business_date, f.business_date + 1)
ORDER BY f.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(s.unit_keys, excluded.unit_keys),
  causes = CASE WHEN s.unit_keys @> excluded.unit_keys THEN s.causes ELSE s.causes || excluded.causes END,
  revision = s.revision + 1
RETURNING business_date::text, xmax = 0 AS is_new;

-- name: hold
-- Marks of days @businessDates, locked to the end of the transaction in the order in which marks are set.
SELECT business_date::text, revision, xmin::text AS row_version
FROM telemetry.stale_day
WHERE industry_key = @industryKey AND business_date = ANY (@businessDates::date[])
ORDER BY business_date
FOR UPDATE;

-- name: mark_unfinished
-- Marks days of which a run writes documents, in the transaction that writes them. A run that ends before the months
-- and years have followed leaves the mark. Parallel arrays: @businessDates, @unitKeys (null: none to add).
-- A day that was never processed is rebuilt wholly, so its mark names no units. Without @withUnprocessed such a day
-- gets no mark. An existing mark keeps its causes, but its revision grows, so that another run which has seen it no
-- longer clears it. is_new: there was no mark.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT @industryKey, w.business_date,
       coalesce(array_agg(DISTINCT w.unit_key
                          ORDER BY w.unit_key) FILTER (WHERE p.business_date IS NOT NULL AND w.unit_key IS NOT NULL),
                                   '{}'),
       '{"unfinished run": 1}', @at
FROM unnest(@businessDates::date[], @unitKeys::int[]) AS w (business_date, unit_key)
LEFT JOIN telemetry.processed_day p ON p.industry_key = @industryKey AND p.business_date = w.business_date
WHERE @withUnprocessed OR p.business_date IS NOT NULL
GROUP BY w.business_date
ORDER BY w.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(s.unit_keys, excluded.unit_keys),
  revision = s.revision + 1
RETURNING business_date::text, unit_keys, causes, marked_at, revision, xmin::text AS row_version, xmax = 0 AS is_new;

-- name: following
-- Days that mark_following would mark and that are not stale yet. No mark is set.
SELECT DISTINCT f.business_date::text AS business_date
FROM telemetry.following_days(@unitKeys::int[], @changedDates::date[], @kinds::text[], @last) AS f
WHERE NOT EXISTS (SELECT FROM telemetry.stale_day s
                  WHERE s.industry_key = f.industry_key AND s.business_date = f.business_date)
ORDER BY business_date;

-- name: stale_days
-- Stale days of one industry in a range (both ends included), oldest first. row_version tells a mark from a later one
-- of the same day whose revision began at 1 again.
SELECT business_date::text, unit_keys, causes, marked_at, revision, xmin::text AS row_version
FROM telemetry.stale_day
WHERE industry_key = @industryKey AND business_date BETWEEN @from AND @to
ORDER BY business_date;

-- name: waiting_days
-- Stale days of one industry before @before, oldest first: for its rebuild. Days that only a run has marked, after
-- @runsSince, belong to that run and are left out.
SELECT business_date::text, unit_keys, causes, marked_at, revision, xmin::text AS row_version
FROM telemetry.stale_day
WHERE industry_key = @industryKey AND business_date < @before
  AND (marked_at <= @runsSince OR causes <> '{"unfinished run": 1}')
ORDER BY business_date;

-- name: waiting_industries
-- Industries with waiting days, and the first and last of these days: for the sweep.
SELECT i.industry_id, min(s.business_date)::text AS oldest, max(s.business_date)::text AS newest
FROM telemetry.stale_day s JOIN tenant.industry i USING (industry_key)
WHERE s.marked_at <= @runsSince OR s.causes <> '{"unfinished run": 1}'
GROUP BY i.industry_id
ORDER BY min(s.marked_at);

-- name: counts
SELECT count(*) AS stale_days, min(marked_at) AS oldest_marked_at FROM telemetry.stale_day;

-- name: clear
-- Clears exactly the marks that the rebuild had seen. Marks are locked in the order in which they are set, because two
-- transactions could wait for each other otherwise. A mark that is being set meanwhile is waited for and then looked at
-- again.
WITH seen_as_it_was AS (
  SELECT s.business_date
  FROM telemetry.stale_day s
  JOIN unnest(@businessDates::date[], @revisions::bigint[], @rowVersions::text[]) AS seen (business_date, revision,
    row_version)
    ON s.business_date = seen.business_date AND s.revision = seen.revision AND s.xmin::text = seen.row_version
  WHERE s.industry_key = @industryKey
  ORDER BY s.business_date
  FOR UPDATE OF s)
DELETE FROM telemetry.stale_day s USING seen_as_it_was c
WHERE s.industry_key = @industryKey AND s.business_date = c.business_date
RETURNING s.business_date::text;

-- name: processed_days
SELECT business_date::text FROM telemetry.processed_day
WHERE industry_key = @industryKey AND business_date BETWEEN @from AND @to
ORDER BY business_date;

-- name: settled_days
-- Processed days whose documents are complete and agree with the readings.
SELECT p.business_date::text FROM telemetry.processed_day p
WHERE p.industry_key = @industryKey AND p.business_date BETWEEN @from AND @to
  AND NOT EXISTS (SELECT FROM telemetry.stale_day s
                  WHERE s.industry_key = p.industry_key AND s.business_date = p.business_date);

-- name: unchanged_days
-- Processed days of which a computation would write nothing. Their digest is @rulesDigest, nobody has written documents
-- of the day since, and no day waits at it or before it. An earlier day that waits may hand on something else.
SELECT p.business_date::text
FROM telemetry.processed_day p JOIN telemetry.document_revision r USING (industry_key, business_date)
WHERE p.industry_key = @industryKey AND p.business_date BETWEEN @from AND @to AND p.rules_digest = @rulesDigest
  AND p.documents_revision = r.revision
  AND NOT EXISTS (SELECT FROM telemetry.stale_day s WHERE s.industry_key = @industryKey
                  AND s.business_date <= p.business_date);

-- name: document_revisions
-- Revisions of the daily documents of @from..@to, both included. A day without documents has no row.
SELECT business_date::text, revision FROM telemetry.document_revision
WHERE industry_key = @industryKey AND business_date BETWEEN @from AND @to;

-- name: set_processed
-- Days @dates are processed by the rules and the configuration of digest @rulesDigest, with documents of revisions
-- @revisions, by rules of version @rulesVersion. is_new: the day was never processed.
INSERT INTO telemetry.processed_day (industry_key, business_date, processed_at, rules_digest, documents_revision,
                                     rules_version)
SELECT @industryKey, d.business_date, @at, @rulesDigest, d.revision, @rulesVersion
  FROM unnest(@dates::date[], @revisions::bigint[]) AS d (business_date, revision)
ON CONFLICT (industry_key, business_date) DO UPDATE
  SET processed_at = excluded.processed_at, rules_digest = excluded.rules_digest,
      documents_revision = excluded.documents_revision,
      rules_version = excluded.rules_version
RETURNING business_date::text, xmax = 0 AS is_new;

-- name: days_of_earlier_rules
-- @most processed days that nobody has compared with version @version of the rules, newest first, with the units whose
-- documents are older. Sealed days stay, and industries with days marked for cause @newRules wait.
SELECT n.industry_key, n.business_date::text, o.unit_keys
FROM (SELECT industry_key, business_date FROM telemetry.processed_day
      WHERE rules_version < @version
        AND industry_key NOT IN (SELECT industry_key FROM telemetry.stale_day WHERE causes ? @newRules)
      ORDER BY rules_version, business_date DESC, industry_key LIMIT @most) AS n
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(d.unit_key ORDER BY d.unit_key), '{}') AS unit_keys
  FROM telemetry.document d
  WHERE d.industry_key = n.industry_key AND d.period = 'DAILY' AND d.period_start = n.business_date
    AND coalesce((d.provenance ->> 'algorithmVersion')::int, 0) < @version
    AND NOT telemetry.sealed_between(n.industry_key, n.business_date, n.business_date + 1)) AS o
ORDER BY n.business_date DESC, n.industry_key;

-- name: note_rules
-- Days @businessDates of industries @industryKeys have been compared with version @version of the rules.
UPDATE telemetry.processed_day p SET rules_version = @version
FROM unnest(@industryKeys::int[], @businessDates::date[]) AS d (industry_key, business_date)
WHERE p.industry_key = d.industry_key AND p.business_date = d.business_date AND p.rules_version < @version;

-- name: days_behind_rules
-- Days that nobody has compared with version @version of the rules yet, and days that are marked for it and wait for
-- their rebuild.
SELECT (SELECT count(*) FROM telemetry.processed_day WHERE rules_version < @version)::int AS unseen,
       (SELECT count(*) FROM telemetry.stale_day WHERE causes ? @newRules)::int AS marked;
