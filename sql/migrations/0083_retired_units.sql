-- A retired unit counts for the days until then, so the feed of changes has its documents again. Before, it told of them as removed:
-- whoever follows the feed is given them anew.
WITH newest AS (
  SELECT industry_key, max(change_no) AS change_no
  FROM (SELECT industry_key, change_no FROM telemetry.document UNION ALL SELECT industry_key, change_no FROM telemetry.removed_document) AS every
  GROUP BY industry_key),
retired AS (
  SELECT d.unit_key, d.period, d.period_start, n.change_no + row_number() OVER (PARTITION BY d.industry_key ORDER BY d.unit_key, d.period, d.period_start) AS change_no
  FROM telemetry.document d JOIN tenant.unit u ON u.unit_key = d.unit_key AND u.removed_at IS NOT NULL JOIN newest n ON n.industry_key = d.industry_key)
UPDATE telemetry.document d SET change_no = r.change_no, causes = '{configuration}', previous_value = NULL
FROM retired r
WHERE d.unit_key = r.unit_key AND d.period = r.period AND d.period_start = r.period_start;
