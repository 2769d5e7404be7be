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
-- Always one row; sql/idempotent/020_token_standing.sql says what is in it.
SELECT * FROM tenant.token_standing($1, $2, $3, $4, $5);

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
