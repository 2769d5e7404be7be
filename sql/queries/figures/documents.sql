-- Processed documents. The primary key (unit_key, period, period_start) answers by units and span, document_industry
-- answers the exports.

-- Shared texts. settled_days: settled days of industry @industryKey (as in ledger.settled_days) with the revisions of
-- their documents (0: none since revisions are counted); the statement adds its dates. not_known: the caller lacks the
-- documents of day s at its revision. side_by_side: documents without entries as parallel lists, in the order of the
-- scan, which takes half the time of a row per document; by_parameter and param_values are null when no document has
-- any.

-- part: settled_days
SELECT p.business_date, coalesce(r.revision, 0) AS revision
  FROM telemetry.processed_day p
  LEFT JOIN telemetry.document_revision r USING (industry_key, business_date)
  WHERE p.industry_key = @industryKey
    AND NOT EXISTS (SELECT FROM telemetry.stale_day s
                    WHERE s.industry_key = p.industry_key AND s.business_date = p.business_date)

-- part: not_known
NOT EXISTS (SELECT FROM unnest(@knownDates::date[], @knownRevisions::bigint[]) AS k (business_date, revision)
              WHERE k.business_date = s.business_date AND k.revision = s.revision)

-- part: side_by_side
array_agg(unit_key)::text AS unit_keys, array_agg(period_start)::text AS starts, array_agg(value)::text AS figures,
       CASE WHEN count(value_by_parameter) > 0 THEN '[' || string_agg(coalesce(value_by_parameter::text, 'null'), ',')
         || ']' END AS by_parameter,
       CASE WHEN count(param_value) > 0 THEN '[' || string_agg(coalesce(param_value::text, 'null'), ',') || ']'
       END AS param_values,
       '[' || string_agg(meta::text, ',') || ']' AS metas, '[' || string_agg(provenance::text, ',')
         || ']' AS provenances

-- name: write
-- @rows: JSON array of documents. A document that equals the stored one is left untouched, computed_at included, so a
-- rebuild without changes writes nothing. Untouched documents take no change numbers. Returns the written documents
-- (unit, period start).
WITH newest AS MATERIALIZED (SELECT telemetry.newest_change(@industryKey) AS change_no)
INSERT INTO telemetry.document AS d
  (industry_key, unit_key, period, period_start, value, value_by_parameter, param_value, meta, provenance, entries,
   computed_at, causes, change_no)
SELECT @industryKey, n.unit_key, n.period, n.period_start, n.value, n.value_by_parameter, n.param_value, n.meta,
       n.provenance, n.entries, @computedAt, n.causes,
       newest.change_no + row_number() OVER (ORDER BY n.unit_key, n.period, n.period_start)
FROM json_to_recordset(@rows::json) AS n (unit_key int, period text, period_start date, value float8,
                                       value_by_parameter jsonb, param_value jsonb, meta json, provenance json,
                                       entries json, causes text[]),
                                       newest
ORDER BY n.unit_key, n.period, n.period_start
ON CONFLICT (unit_key, period, period_start) DO UPDATE
  SET value = excluded.value, value_by_parameter = excluded.value_by_parameter, param_value = excluded.param_value,
      meta = excluded.meta, provenance = excluded.provenance, entries = excluded.entries,
      computed_at = excluded.computed_at,
      causes = excluded.causes, change_no = excluded.change_no,
      previous_value = coalesce(d.value_by_parameter::json, to_json(d.value), 'null')
  WHERE d.value IS DISTINCT FROM excluded.value OR d.value_by_parameter IS DISTINCT FROM excluded.value_by_parameter
     OR d.param_value IS DISTINCT FROM excluded.param_value OR d.meta::text <> excluded.meta::text
     OR d.provenance::text <> excluded.provenance::text OR d.entries::text <> excluded.entries::text
RETURNING d.unit_key, (d.period_start)::text AS period_start;

-- name: last_figures
-- Last figures of the units' daily documents for days @from..@to (both included): value, last register, percentage, and
-- the instant of the last reading where there is a register. Units @meteredKeys also get the first register of the
-- meter that was installed last on the day.
SELECT unit_key, period_start::text AS period_start, value, (meta ->> 'fr')::float8 AS register,
       (meta ->> 'percentage')::float8 AS percentage,
       CASE WHEN (meta ->> 'fr') IS NOT NULL THEN (provenance ->> 'lastEpoch')::float8 END AS last_heard_epoch_ms,
       CASE WHEN unit_key = ANY (@meteredKeys::int[]) THEN (meta -> 'meters' -> -1 ->> 'firstRegister')::float8
       END AS meter_register
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = 'DAILY' AND period_start BETWEEN @from AND @to;

-- name: read
-- Documents of units for period starts in @from..@to (both included), with their entries. A replica may answer.
SELECT unit_key, (period_start)::text AS period_start, value, value_by_parameter, param_value, meta, provenance,
       entries, computed_at
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = @period AND period_start BETWEEN @from AND @to
ORDER BY unit_key, period_start;

-- name: read_figures
-- Documents without entries, because entries cost most: for months and years over days, and for day charts. No row:
-- there are none. A replica may answer.
SELECT @@side_by_side
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = @period AND period_start BETWEEN @from AND @to
HAVING count(*) > 0;

-- name: read_settled_figures
-- Figures of the settled days of @from..@to, without entries, and the list of these days with their revisions.
-- Documents of days @knownDates that still have revision @knownRevisions are left out, because the caller has them.
-- One statement sees one moment: a day that settles between two statements would lend its earlier documents to the new
-- list. A replica may answer.
WITH settled AS (@@settled_days AND p.business_date BETWEEN @from AND @to)
SELECT (SELECT coalesce(json_agg(json_build_array(business_date, revision::text)), '[]') FROM settled) AS settled,
       @@side_by_side
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = 'DAILY' AND period_start BETWEEN @from AND @to
  AND period_start = ANY (ARRAY(SELECT s.business_date FROM settled s WHERE @@not_known));

-- name: read_settled
-- Documents with their entries of the settled days of @from..@to, as read_settled_figures gives figures: one row per
-- document, in the order of days and units, and a row without unit_key for a settled day that brings no document.
-- A replica may answer.
WITH settled AS (@@settled_days AND p.business_date BETWEEN @from AND @to)
SELECT s.business_date::text AS settled_date, s.revision::text AS revision, d.unit_key,
       d.period_start::text AS period_start, d.value, d.value_by_parameter, d.param_value, d.meta, d.provenance,
       d.entries, d.computed_at
FROM settled s
LEFT JOIN telemetry.document d
  ON d.unit_key = ANY (@unitKeys::int[]) AND d.period = 'DAILY' AND d.period_start = s.business_date
    AND d.period_start = ANY (ARRAY(SELECT s.business_date FROM settled s WHERE @@not_known))
ORDER BY s.business_date, d.unit_key;

-- name: hours
-- Columns that detectors read of daily documents of units @unitKeys for days @from..@to. The caller unpacks the
-- entries, because it needs few of their fields.
SELECT unit_key, period_start::text AS period_start, value, entries,
       round((provenance ->> 'slotsGenuine')::numeric / nullif((provenance ->> 'slotsExpected')::numeric, 0),
             4)::float8 AS coverage,
       (provenance ->> 'lastEpoch')::float8 AS last_epoch, provenance ->> 'failed' IS NOT NULL AS failed,
       coalesce(param_value, value_by_parameter) AS parameters
FROM telemetry.document
WHERE unit_key = ANY (@unitKeys::int[]) AND period = 'DAILY' AND period_start BETWEEN @from AND @to
ORDER BY unit_key, period_start;

-- name: settled_hours
-- Hours of daily documents on the settled days among @dates of industry @industryKey. Only figures are read, because a
-- reader compares eight days of very many units. Days that wait for a rebuild are left out. state: the settled days
-- with their revisions. Where it is @knownState, and where there are no documents, a row without unit_key brings it
-- alone. A replica may answer.
WITH settled AS (@@settled_days AND p.business_date = ANY (@dates::date[])),
told AS (
  SELECT coalesce(string_agg(business_date || ' ' || revision, ',' ORDER BY business_date), '') AS state FROM settled)
SELECT t.state, d.unit_key, d.period_start::text AS period_start,
       CASE WHEN json_typeof(d.entries) = 'object'
         THEN json_build_object('n', d.entries -> 'n', 'y', d.entries -> 'y') ELSE d.entries END AS entries
FROM told t
LEFT JOIN telemetry.document d
  ON d.unit_key = ANY (@unitKeys::int[]) AND d.period = 'DAILY'
    AND d.period_start = ANY (ARRAY(SELECT s.business_date FROM settled s, told t
                                    WHERE t.state IS DISTINCT FROM @knownState::text));

-- name: export
-- A page of one industry's documents in a stable order, after (@afterStart, @afterUnitKey). Index: document_industry.
-- A replica may answer.
SELECT unit_key, (period_start)::text AS period_start, value, value_by_parameter, param_value, meta, provenance,
       entries, computed_at
FROM telemetry.document
WHERE industry_key = @industryKey AND period = @period AND period_start BETWEEN @from AND @to
  AND (period_start, unit_key) > (@afterStart::date, @afterUnitKey::int)
ORDER BY period_start, unit_key
LIMIT @limit;

-- name: lock_industry
-- One writer holds an industry's documents at a time, to the end of the transaction. An older computation can then
-- never overwrite a newer one, and changes are numbered in the order of their commits. Every writer and remover of
-- documents holds the lock.
SELECT pg_advisory_xact_lock(7224002, @industryKey);

-- name: compare
-- Documents that `write` would write. position is the caller's. is_new: no document is stored in its place.
SELECT n.position, d.unit_key IS NULL AS is_new
FROM json_to_recordset(@rows::json) AS n (position int, unit_key int, period text, period_start date, value float8,
                                       value_by_parameter jsonb, param_value jsonb, meta json, provenance json,
                                       entries json)
LEFT JOIN telemetry.document d ON d.unit_key = n.unit_key AND d.period = n.period AND d.period_start = n.period_start
WHERE d.unit_key IS NULL OR d.value IS DISTINCT FROM n.value
  OR d.value_by_parameter IS DISTINCT FROM n.value_by_parameter
   OR d.param_value IS DISTINCT FROM n.param_value OR d.meta::text <> n.meta::text
     OR d.provenance::text <> n.provenance::text OR d.entries::text <> n.entries::text
ORDER BY n.position;
