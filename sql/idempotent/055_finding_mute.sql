-- The first business day on which a kind is told again of a unit, or of the industry (null unit); null: it is told. The
-- narrowest scope that says anything decides. Unique key of finding_setting.
CREATE OR REPLACE FUNCTION operations.finding_mute(p_industry_key integer, p_kind text, p_unit_key integer)
RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT s.muted_until
  FROM operations.finding_setting s
  WHERE s.industry_key = p_industry_key AND s.kind = p_kind AND s.muted_until IS NOT NULL
    AND (s.unit_key = p_unit_key OR (s.unit_key IS NULL AND s.sub_category_id IS NULL))
  ORDER BY s.unit_key NULLS LAST
  LIMIT 1
$$;
COMMENT ON FUNCTION operations.finding_mute(integer, text, integer) IS
  'First business day on which findings of a kind are told again; infinity: switched off; null: told';
