-- What a request check needs to know of a token. A function because it runs on every request and its plan is kept:
-- planning the statement anew takes longer than everything else of the check together.

CREATE OR REPLACE FUNCTION tenant.token_standing(p_industry_id text, p_user_id text, p_jti text, p_sid text,
                                                 p_acting_industry_id text, p_now timestamptz)
RETURNS TABLE (
  session_timeout jsonb,
  user_key int, email text, username text, role text, permissions text[], signed_out_at timestamptz,
  signed_out_except_sid text, in_session boolean, refresh_expires_at timestamptz, revoked boolean, disabled boolean,
  acting_industry_key int, acting_version timestamptz
)
LANGUAGE plpgsql STABLE
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT home.session_timeout, u.user_key, u.email, u.username, u.role, u.permissions, u.signed_out_at,
         u.signed_out_except_sid, held.user_key IS NOT NULL, held.refresh_expires_at,
         EXISTS (SELECT FROM tenant.revoked_token r WHERE r.jti IN (p_jti, p_sid)),
         EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = p_industry_id AND d.user_id IN ('', p_user_id)),
         acting.industry_key, acting.updated_at
  FROM (VALUES (1)) AS one
  LEFT JOIN tenant.industry home ON home.industry_id = p_industry_id
  LEFT JOIN tenant.app_user u ON u.industry_key = home.industry_key AND u.user_id = p_user_id AND u.removed_at IS NULL
  LEFT JOIN LATERAL (
    -- Requests that were on their way when the token was replaced are let through, and so are all tokens of refreshes
    -- that met.
    SELECT s.user_key, s.refresh_expires_at FROM tenant.session s
    WHERE s.industry_key = home.industry_key AND s.user_key = u.user_key AND s.active
      AND (p_jti IN (s.token_jti, s.refresh_jti)
           OR EXISTS (SELECT FROM unnest(s.replaced_jtis, s.replaced_ats) AS replaced (jti, at)
                      WHERE jti = p_jti AND at > p_now - interval '60 seconds'))
    LIMIT 1
  ) AS held ON true
  LEFT JOIN tenant.industry acting ON acting.industry_id = coalesce(p_acting_industry_id, p_industry_id);
END
$$;

COMMENT ON FUNCTION tenant.token_standing(text, text, text, text, text, timestamptz) IS
  'Always one row: what is known of industry p_industry_id, its user p_user_id, the token p_jti of login p_sid, and '
  'the industry to act on (null: its own). Keys are null for what does not exist or was removed; in_session: an '
  'active session record holds the token, or held it until a refresh in the 60 seconds before p_now; '
  'refresh_expires_at is that of this record, null: never; acting_version moves with every change of that industry, '
  'its units and categories.';
