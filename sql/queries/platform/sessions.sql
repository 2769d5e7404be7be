-- Session records and revoked tokens. Only identities of tokens are kept, never tokens. The primary key of session
-- begins with (industry_key, user_key) and answers for one user. The primary key of revoked_token is the token.

-- name: record
-- One record per (industry, user, device, base address): a new login on the same device replaces the earlier one. A row
-- comes back when the session was recorded. Removed users get none, and neither does a login whose checked password
-- hash @checkedHash (null: no password was checked) is no longer the stored one. The lock makes a change of password at
-- the same moment wait, and find the session to end.
INSERT INTO tenant.session (industry_key, user_key, device_id, base_address_hash, token_jti, refresh_jti,
                            refresh_expires_at, device_type, browser, os, active, logged_in_at, updated_at)
SELECT @industryKey, u.user_key, @deviceId, @baseAddressHash, @tokenJti, @sid, @refreshExpiresAt, @deviceType, @browser,
  @os, true, @now, @now
FROM tenant.app_user u
WHERE u.user_key = @userKey AND u.removed_at IS NULL AND (@checkedHash::text IS NULL OR u.password_hash = @checkedHash)
FOR SHARE OF u
ON CONFLICT (industry_key, user_key, device_id, base_address_hash)
DO UPDATE SET token_jti = excluded.token_jti, refresh_jti = excluded.refresh_jti,
    refresh_expires_at = excluded.refresh_expires_at,
              device_type = excluded.device_type, browser = excluded.browser, os = excluded.os,
              replaced_jtis = '{}', replaced_ats = '{}', active = true, logged_in_at = excluded.logged_in_at,
              updated_at = excluded.updated_at
RETURNING user_key;

-- name: renew
-- The record of a refresh token takes the access token just issued with it. Access tokens replaced within the last
-- minute stay known, the newest 100 of them. Refreshes of one login wait for each other here, so each sees the
-- replacements before it.
UPDATE tenant.session s
SET (replaced_jtis, replaced_ats) = (
      SELECT array_agg(jti), array_agg(at)
      FROM (SELECT s.token_jti AS jti, @now::timestamptz AS at
            UNION ALL
            SELECT jti, at FROM unnest(s.replaced_jtis, s.replaced_ats) AS earlier (jti, at)
            WHERE at > @now::timestamptz - interval '60 seconds'
            ORDER BY at DESC LIMIT 100) AS replaced),
    token_jti = @tokenJti, refresh_expires_at = @refreshExpiresAt, updated_at = @now
FROM tenant.app_user u
WHERE u.user_key = @userKey AND s.industry_key = u.industry_key AND s.user_key = u.user_key AND s.refresh_jti = @sid
  AND s.active;

-- name: standing
-- Exactly one row, described in sql/idempotent/022_token_standing.sql.
SELECT * FROM tenant.token_standing(@industryId, @userId, @jti, @sid, @targetIndustryId, @now);

-- name: standings
-- The standing of each of many tokens, in their order.
SELECT standing.*
FROM unnest(@industryIds::text[], @userIds::text[], @jtis::text[], @sids::text[],
            @targetIndustryIds::text[]) WITH ORDINALITY AS token (sub, user_id, jti, sid, target, place)
CROSS JOIN LATERAL tenant.token_standing(token.sub, token.user_id, token.jti, token.sid, token.target, @now) AS standing
ORDER BY token.place;

-- name: revoke
-- A null in @expiries: the token never expires, so its revocation never may.
INSERT INTO tenant.revoked_token (jti, expires_at)
SELECT jti, coalesce(expires_at, 'infinity')
FROM unnest(@jtis::text[], @expiries::timestamptz[]) AS token (jti, expires_at)
ON CONFLICT (jti) DO NOTHING;

-- name: forget_expired
-- Upkeep: no token can be issued for these sessions any more. The newest session of a user stays until he is removed,
-- because it tells when he was last seen.
DELETE FROM tenant.session s
USING tenant.app_user u
WHERE s.refresh_expires_at < @now AND u.industry_key = s.industry_key AND u.user_key = s.user_key
  AND (u.removed_at IS NOT NULL
       OR EXISTS (SELECT FROM tenant.session o
                  WHERE o.industry_key = s.industry_key AND o.user_key = s.user_key
                    AND (o.updated_at, o.device_id, o.base_address_hash)
                        > (s.updated_at, s.device_id, s.base_address_hash)));

-- name: forget_expired_revocations
-- Upkeep: an expired token is refused for its age.
DELETE FROM tenant.revoked_token WHERE expires_at < @now;

-- name: list
-- Sessions that can still get a token, the latest used first. The identity of its refresh token names a login.
SELECT s.refresh_jti AS sid, s.device_id, s.device_type, s.browser, s.os, s.logged_in_at,
       s.updated_at AS renewed_at
FROM tenant.app_user u
JOIN tenant.session s USING (industry_key, user_key)
WHERE u.user_key = @userKey AND s.active AND coalesce(s.refresh_expires_at, 'infinity') > @now
  AND NOT EXISTS (SELECT FROM tenant.revoked_token r WHERE r.jti = s.refresh_jti)
ORDER BY s.updated_at DESC, s.logged_in_at DESC, s.refresh_jti;

-- name: end
-- Sign-out elsewhere of one login. A row comes back when there was one to end. Operators' tokens are refused by their
-- identity. A device that this login registered gets no push messages any more.
WITH ended AS (
  UPDATE tenant.session s SET active = false, updated_at = @now
  FROM tenant.app_user u
  WHERE u.user_key = @userKey AND s.industry_key = u.industry_key AND s.user_key = u.user_key AND s.refresh_jti = @sid
    AND s.active
    AND NOT EXISTS (SELECT FROM tenant.revoked_token r WHERE r.jti = s.refresh_jti)
  RETURNING s.industry_key, s.user_key, s.refresh_jti
), revoked AS (
  INSERT INTO tenant.revoked_token (jti, expires_at)
  SELECT e.refresh_jti, 'infinity' FROM ended e JOIN tenant.industry i USING (industry_key)
  WHERE i.industry_id = 'INTERNAL'
  ON CONFLICT (jti) DO NOTHING
), silenced AS (
  DELETE FROM alerting.push_token p USING ended e
  WHERE p.industry_key = e.industry_key AND p.user_key = e.user_key AND p.login_sid = e.refresh_jti
)
SELECT refresh_jti AS sid FROM ended;

-- name: end_others
-- Sign-out elsewhere: every session of the user except that of login @exceptSid.
SELECT FROM tenant.sign_out(ARRAY[@userKey::int], @exceptSid, @now);

-- name: last_seen
-- Also of sessions that have ended, because people ask whether somebody has ever come. The users of the industry find
-- their sessions by the primary key.
SELECT u.user_id, max(s.updated_at) AS seen_at
FROM tenant.app_user u
JOIN tenant.session s USING (industry_key, user_key)
WHERE u.industry_key = @industryKey AND u.removed_at IS NULL
GROUP BY u.user_id;
