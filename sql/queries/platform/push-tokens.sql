-- Devices that take push messages. Index push_token_once finds the owner of a token, the primary key one user's
-- devices.

-- name: release
-- A token addresses one application on one device, so its former owner has no use of it. Another user of the same
-- industry who used the same device before has none either. Clients choose the device ids, so ids count within the
-- user's own industry only.
DELETE FROM alerting.push_token p
USING tenant.app_user u
WHERE u.user_key = @userKey
  AND (p.token = @token AND (p.user_key, p.device_id) IS DISTINCT FROM (@userKey::int, @deviceId::text)
       OR p.industry_key = u.industry_key AND p.device_id = @deviceId AND p.user_key <> u.user_key);

-- name: forget
-- Stops push messages to the devices that login @sid (user @userId, industry @industryId) registered.
DELETE FROM alerting.push_token p
USING tenant.industry i
JOIN tenant.app_user u USING (industry_key)
WHERE i.industry_id = @industryId AND u.user_id = @userId
  AND p.industry_key = u.industry_key AND p.user_key = u.user_key AND p.login_sid = @sid;

-- name: register
-- By login @sid, which may have been ended since its token was checked.
INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, login_sid, updated_at)
SELECT u.industry_key, u.user_key, @deviceId, @token, @sid, @at
FROM tenant.app_user u
WHERE u.user_key = @userKey AND NOT EXISTS (SELECT FROM tenant.revoked_token r WHERE r.jti = @sid)
ON CONFLICT (industry_key, user_key, device_id)
  DO UPDATE SET token = excluded.token, login_sid = excluded.login_sid, updated_at = excluded.updated_at;

-- name: keep_newest
-- Forgets devices of user @userKey except the @mostDevices registered last. Among devices of one instant @deviceId is
-- the last, because it has just been registered.
DELETE FROM alerting.push_token p
USING (SELECT n.industry_key, n.device_id FROM alerting.push_token n JOIN tenant.app_user u
       USING (industry_key, user_key)
  WHERE n.user_key = @userKey ORDER BY n.updated_at DESC, n.device_id <> @deviceId,
    n.device_id OFFSET @mostDevices) AS old
WHERE p.industry_key = old.industry_key AND p.user_key = @userKey AND p.device_id = old.device_id;
