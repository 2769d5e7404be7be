-- The name of a user of the industry, or else of an operator, who may act in every industry; null: neither is known. A
-- removed user keeps his name. Unique keys of app_user and industry.
CREATE OR REPLACE FUNCTION tenant.user_name(p_industry_key integer, p_user_id text)
RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT u.username FROM tenant.app_user u WHERE u.industry_key = p_industry_key AND u.user_id = p_user_id),
    (SELECT u.username FROM tenant.industry i JOIN tenant.app_user u USING (industry_key)
     WHERE i.industry_id = 'INTERNAL' AND u.user_id = p_user_id))
$$;
COMMENT ON FUNCTION tenant.user_name(integer, text) IS
  'Name of a user of an industry, or else of an operator; null: neither is known';
