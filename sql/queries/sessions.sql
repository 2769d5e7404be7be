-- Session records and revoked tokens. Only identities of tokens are kept, never tokens.

-- name: record
-- One record per (industry, user, device, base address): a new login on the same device replaces the earlier one.
INSERT INTO tenant.session (industry_key, user_key, device_id, base_address_hash, token_jti, refresh_jti, active, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, true, $7)
ON CONFLICT (industry_key, user_key, device_id, base_address_hash)
DO UPDATE SET token_jti = excluded.token_jti, refresh_jti = excluded.refresh_jti, active = true, updated_at = excluded.updated_at;

-- name: renew
-- The record of a refresh token takes the access token just issued with it.
UPDATE tenant.session SET token_jti = $4, updated_at = $5
WHERE industry_key = $1 AND user_key = $2 AND refresh_jti = $3 AND active;

-- name: standing
-- Always one row: what a request check needs to know of industry $1, its user $2, the token $3 of session $4, and the industry
-- to act on ($5, null: its own). Keys are null for what does not exist.
SELECT home.industry_key, home.industry_name, home.session_timeout, u.user_key, u.email, u.username, u.role, u.permissions,
       EXISTS (SELECT FROM tenant.session s
               WHERE s.industry_key = home.industry_key AND s.user_key = u.user_key AND s.active AND $3 IN (s.token_jti, s.refresh_jti)) AS in_session,
       EXISTS (SELECT FROM tenant.revoked_token r WHERE r.jti IN ($3, $4)) AS revoked,
       EXISTS (SELECT FROM tenant.disabled d
               WHERE (d.kind = 'user' AND d.id = $2) OR (d.kind = 'industry' AND d.id = $1)) AS disabled,
       acting.industry_key AS acting_industry_key, acting.updated_at AS acting_version
FROM (VALUES (1)) AS one
LEFT JOIN tenant.industry home ON home.industry_id = $1
LEFT JOIN tenant.app_user u ON u.industry_key = home.industry_key AND u.user_id = $2 AND u.removed_at IS NULL
LEFT JOIN tenant.industry acting ON acting.industry_id = coalesce($5, $1);

-- name: revoke
-- $2 null: the token never expires, so its revocation never may.
INSERT INTO tenant.revoked_token (jti, expires_at)
SELECT jti, coalesce(expires_at, 'infinity')
FROM unnest($1::text[], $2::timestamptz[]) AS token (jti, expires_at)
ON CONFLICT (jti) DO NOTHING;

-- name: forgetExpiredRevocations
-- An expired token is refused for its age; upkeep.
DELETE FROM tenant.revoked_token WHERE expires_at < $1;

-- name: deactivate
-- Sign-out elsewhere: every session of the user but the one whose token is $3 (null: all).
UPDATE tenant.session SET active = false, updated_at = $4
WHERE industry_key = $1 AND user_key = $2 AND active AND token_jti IS DISTINCT FROM $3;
