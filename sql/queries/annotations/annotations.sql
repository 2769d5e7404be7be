-- Annotations of units and of the whole site. Index annotation_of_industry answers whatever asks for a period.

-- part: standing
-- Annotations of the industry that stand.
SELECT a.annotation_id, u.unit_id, u.display_name AS unit_name, a.from_at, a.to_at, a.text, a.version, a.created_by,
       a.created_at, a.updated_by, a.updated_at
FROM operations.annotation a LEFT JOIN tenant.unit u USING (unit_key)
WHERE a.industry_key = @industryKey AND a.withdrawn_at IS NULL

-- name: list
-- Annotations that may touch the instants from @fromAt to @toAt, the first ones first: those of @unitKeys and of the
-- whole site; @unitKeys null: all. The rule touches() decides about bounds.
@@standing
  AND a.from_at < @toAt AND coalesce(a.to_at, a.from_at) >= @fromAt
  AND (@unitKeys::int[] IS NULL OR a.unit_key IS NULL OR a.unit_key = ANY (@unitKeys::int[]))
ORDER BY a.from_at, a.annotation_key
LIMIT @limit;

-- name: find
@@standing
  AND a.annotation_id = @annotationId;

-- name: hold
-- The lock admits one change of an annotation at a time, until the transaction ends.
SELECT annotation_key FROM operations.annotation
WHERE industry_key = @industryKey AND annotation_id = @annotationId AND withdrawn_at IS NULL FOR UPDATE;

-- name: hold_industry
-- The lock lets another writer of the industry wait, so that each sees what was written before.
SELECT industry_key FROM tenant.industry WHERE industry_key = @industryKey FOR NO KEY UPDATE;

-- name: find_equal
-- An annotation that says the same, as after a second click.
SELECT annotation_id FROM operations.annotation
WHERE industry_key = @industryKey AND withdrawn_at IS NULL AND from_at = @fromAt
  AND unit_key IS NOT DISTINCT FROM @unitKey::integer AND to_at IS NOT DISTINCT FROM @toAt::timestamptz
  AND text = @text
LIMIT 1;

-- name: add
INSERT INTO operations.annotation (industry_key, unit_key, from_at, to_at, text, created_by, created_at, updated_by,
                                   updated_at)
VALUES (@industryKey, @unitKey, @fromAt, @toAt, @text, @by, @at, @by, @at)
RETURNING annotation_id;

-- name: change
UPDATE operations.annotation
SET unit_key = @unitKey, from_at = @fromAt, to_at = @toAt, text = @text, updated_by = @by, updated_at = @at,
    version = version + 1
WHERE industry_key = @industryKey AND annotation_id = @annotationId;

-- name: withdraw
UPDATE operations.annotation SET withdrawn_at = @at, updated_by = @by, updated_at = @at
WHERE industry_key = @industryKey AND annotation_id = @annotationId;
