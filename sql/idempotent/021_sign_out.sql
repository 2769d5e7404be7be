-- Ends sessions of users, so that none of their tokens works any more.

CREATE OR REPLACE FUNCTION tenant.sign_out(p_user_keys int[], p_except_sid text, p_now timestamptz) RETURNS void
LANGUAGE sql
AS $$
  WITH ended AS (
    -- updated_at stays, because it tells when the user was last seen, and others may sign him out.
    UPDATE tenant.session s SET active = false
    FROM tenant.app_user u
    WHERE u.user_key = ANY (p_user_keys) AND s.industry_key = u.industry_key AND s.user_key = u.user_key AND s.active
      AND s.refresh_jti IS DISTINCT FROM p_except_sid
    RETURNING s.industry_key, s.refresh_jti
  ), revoked AS (
    INSERT INTO tenant.revoked_token (jti, expires_at)
    SELECT e.refresh_jti, 'infinity' FROM ended e JOIN tenant.industry i USING (industry_key)
    WHERE i.industry_id = 'INTERNAL'
    ON CONFLICT (jti) DO NOTHING
  ), silenced AS (
    DELETE FROM alerting.push_token p USING tenant.app_user u
    WHERE u.user_key = ANY (p_user_keys) AND p.industry_key = u.industry_key AND p.user_key = u.user_key
      AND (p_except_sid IS NULL OR p.login_sid <> p_except_sid)
  )
  UPDATE tenant.app_user u SET signed_out_at = p_now, signed_out_except_sid = p_except_sid
  WHERE u.user_key = ANY (p_user_keys)
$$;

COMMENT ON FUNCTION tenant.sign_out(int[], text, timestamptz) IS
  'Ends every session of the users but that of login p_except_sid (null: all), and push messages to their devices. '
  'Operators have no session record to check: their known logins are revoked, and those that a later login of the same '
  'device has replaced are refused by signed_out_at.';
