-- The login by which a device was registered, so that push messages end with it: device ids are what clients say, and
-- one device may have logins at several addresses of the service. Null: registered by an earlier release.
ALTER TABLE alerting.push_token ADD COLUMN login_sid text;
