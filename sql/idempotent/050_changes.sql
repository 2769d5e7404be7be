-- The number of an industry's newest change; 0 without one. Asked under the lock of its documents
-- (documents.lock_industry) it tells what the next number is, so nothing counts them and a run that
-- changes nothing writes nothing. Indexes: document_change, removed_document_change.
CREATE OR REPLACE FUNCTION telemetry.newest_change (industry integer) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(max(newest), 0)
  FROM unnest(ARRAY['DAILY', 'MONTHLY', 'YEARLY']) AS p (period)
  CROSS JOIN LATERAL (SELECT greatest(
    (SELECT max(d.change_no) FROM telemetry.document d WHERE d.industry_key = industry AND d.period = p.period),
    (SELECT max(r.change_no) FROM telemetry.removed_document r
     WHERE r.industry_key = industry AND r.period = p.period)) AS newest) AS n
$$;
