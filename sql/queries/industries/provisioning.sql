-- Reading and writing of a whole industry at once, one statement per table, rows as one JSON list. Keys that begin with
-- industry_key or unit_key answer every part.

-- name: lock_documents_and_clock
-- The lock of documents comes first (documents.sql, lock_industry), because a removed unit takes its documents with it.
-- The clock's lock follows, as everywhere: storing of readings by the clock of industry @industryId holds it shared,
-- see placement.sql. Both are held before the newest reading is looked for.
SELECT pg_advisory_xact_lock(7224002, industry_key), pg_advisory_xact_lock(7224005, industry_key) FROM tenant.industry
WHERE industry_id = @industryId;

-- name: tenant
-- One row: the industry @industryId with its units (removed ones too, versions oldest first), categories and users.
SELECT i.industry_key, i.industry_name, i.place, i.is_active, i.is_test, i.timezone, i.shift_start_at::text,
       i.days_offset, i.declared_days_offset, i.virtual_negative_calc, i.meta, i.session_timeout,
       (SELECT rules FROM tenant.clock_rules(i.industry_key) AS rules) AS clock,
       (SELECT round(date_part('epoch', max(s.created_on)) * 1000)
        FROM telemetry.unit_state s JOIN tenant.unit u USING (unit_key)
        WHERE u.industry_key = i.industry_key) AS newest_reading_ms,
       (SELECT json_agg(json_build_object(
                 'unitKey', u.unit_key, 'unitId', u.unit_id, 'displayName', u.display_name, 'siUnit', u.si_unit,
                 'position', u.position, 'removed', u.removed_at IS NOT NULL,
                 'versions', (SELECT versions FROM tenant.unit_versions(u.unit_key) AS versions))
                   ORDER BY u.position, u.unit_key)
        FROM tenant.unit u WHERE u.industry_key = i.industry_key) AS units,
       (SELECT json_agg(json_build_object('generation', c.generation, 'categoryKey', c.category_key,
                          'position', c.position, 'standardCategoryId', c.standard_category_id,
                          'subCategories', c.sub_categories)
                            ORDER BY c.position)
        FROM tenant.category c WHERE c.industry_key = i.industry_key) AS categories,
       (SELECT json_agg(json_build_object('userKey', a.user_key, 'userId', a.user_id, 'email', a.email,
                          'username', a.username, 'passwordHash', a.password_hash, 'role', a.role,
                          'permissions', a.permissions, 'emailIds', a.email_ids, 'phoneNo', a.phone_no,
                          'removed', a.removed_at IS NOT NULL)
                            ORDER BY a.user_key)
        FROM tenant.app_user a WHERE a.industry_key = i.industry_key) AS users,
       (SELECT coalesce(max(o.audit_key), 0) FROM operations.audit o
        WHERE o.industry_key = i.industry_key) AS newest_audit_key
FROM tenant.industry i
WHERE i.industry_id = @industryId;

-- name: newest_audit
SELECT coalesce(max(audit_key), 0) AS audit_key FROM operations.audit WHERE industry_key = @industryKey;

-- name: acts_since
-- The newest 200 acts on industry @industryKey after audit row @auditKey, the oldest first, for an operator who changes
-- a version that is no longer in force.
SELECT a.at, a.actor_user_id, a.before, a.after
FROM (SELECT audit_key, at, actor_user_id, before, after FROM operations.audit
      WHERE industry_key = @industryKey AND audit_key > @auditKey ORDER BY audit_key DESC LIMIT 200) a
ORDER BY a.audit_key;

-- name: names_taken
-- Login names of @loginNames that belong to users of other industries than @industryId. The case of letters is ignored,
-- as in the unique indexes.
SELECT g.name
FROM unnest(@loginNames::text[]) AS g (name)
WHERE EXISTS (SELECT FROM tenant.app_user a JOIN tenant.industry i USING (industry_key)
              WHERE a.removed_at IS NULL AND lower(a.username) = lower(g.name) AND i.industry_id <> @industryId)
   OR EXISTS (SELECT FROM tenant.app_user a JOIN tenant.industry i USING (industry_key)
              WHERE a.removed_at IS NULL AND lower(a.email) = lower(g.name) AND i.industry_id <> @industryId);

-- name: write_industry
-- @industry is one JSON object, @now the instant of the change.
INSERT INTO tenant.industry (industry_id, industry_name, place, is_active, is_test, timezone, shift_start_at,
                             days_offset, declared_days_offset, virtual_negative_calc, meta, session_timeout,
                             created_at, updated_at)
SELECT @industryId, r.*, @now::timestamptz, @now::timestamptz
FROM jsonb_to_record(@industry::jsonb) AS r (
       industry_name text, place text, is_active boolean, is_test boolean, timezone text, shift_start_at time,
       days_offset integer, declared_days_offset integer, virtual_negative_calc boolean, meta jsonb,
       session_timeout jsonb)
ON CONFLICT (industry_id) DO UPDATE SET
  industry_name = excluded.industry_name, place = excluded.place, is_active = excluded.is_active,
  is_test = excluded.is_test, timezone = excluded.timezone, shift_start_at = excluded.shift_start_at,
  days_offset = excluded.days_offset, declared_days_offset = excluded.declared_days_offset,
  virtual_negative_calc = excluded.virtual_negative_calc,
  meta = excluded.meta, session_timeout = excluded.session_timeout, updated_at = excluded.updated_at
RETURNING industry_key;

-- name: write_clock
-- @rules: the complete list of clock rules that industry @industryKey shall have.
WITH rule AS (SELECT * FROM jsonb_to_recordset(@rules::jsonb)
                AS r ("fromDate" date, timezone text, "shiftStartAt" time, "daysOffset" integer)),
     gone AS (DELETE FROM tenant.industry_clock
       WHERE industry_key = @industryKey AND from_date NOT IN (SELECT "fromDate" FROM rule))
INSERT INTO tenant.industry_clock AS k (industry_key, from_date, timezone, shift_start_at, days_offset)
SELECT @industryKey, r."fromDate", r.timezone, r."shiftStartAt", r."daysOffset" FROM rule r
ON CONFLICT (industry_key, from_date) DO UPDATE
  SET timezone = excluded.timezone, shift_start_at = excluded.shift_start_at, days_offset = excluded.days_offset
  WHERE (k.timezone, k.shift_start_at, k.days_offset)
        <> (excluded.timezone, excluded.shift_start_at, excluded.days_offset);

-- name: remove_units
-- @removedKeys are unit keys, @now is the instant of the removal.
UPDATE tenant.unit SET removed_at = @now WHERE unit_key = ANY (@removedKeys::int[]) AND removed_at IS NULL;

-- name: write_units
INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position)
SELECT @industryKey, r.unit_id, r.display_name, r.si_unit, r.position
FROM jsonb_to_recordset(@rows::jsonb) AS r (unit_id text, display_name text, si_unit text, position integer)
ORDER BY r.position
ON CONFLICT (industry_key, unit_id) DO UPDATE SET
  display_name = excluded.display_name, si_unit = excluded.si_unit, position = excluded.position, removed_at = NULL;

-- name: drop_versions
DELETE FROM tenant.unit_version v
USING unnest(@unitKeys::int[], @effectiveFroms::date[]) AS r (unit_key, effective_from)
WHERE v.unit_key = r.unit_key AND v.effective_from = r.effective_from;

-- name: write_versions
-- Units are found by their id, because new ones have their key only since write_units.
INSERT INTO tenant.unit_version (unit_key, effective_from, standard_category_id, flow_factor, min_non_zero_threshold,
                                 max_capacity, data_update_frequency_seconds, params, p_ref_kilowatts, calculations,
                                 register_checks, volume_curve, meta)
SELECT u.unit_key, r.effective_from, r.standard_category_id, r.flow_factor, r.min_non_zero_threshold, r.max_capacity,
       r.data_update_frequency_seconds, r.params, r.p_ref_kilowatts, r.calculations, r.register_checks, r.volume_curve,
       r.meta
FROM jsonb_to_recordset(@rows::jsonb) AS r (
       unit_id text, effective_from date, standard_category_id text, flow_factor double precision,
       min_non_zero_threshold double precision, max_capacity double precision, data_update_frequency_seconds integer,
       params jsonb, p_ref_kilowatts double precision, calculations text, register_checks jsonb, volume_curve jsonb,
       meta jsonb)
JOIN tenant.unit u ON u.industry_key = @industryKey AND u.unit_id = r.unit_id;

-- name: write_version_meta
-- These columns apply at once in every version, because they do not decide figures.
UPDATE tenant.unit_version v SET meta = r.meta
FROM jsonb_to_recordset(@rows::jsonb) AS r (unit_key integer, meta jsonb)
WHERE v.unit_key = r.unit_key;

-- name: remove_categories
DELETE FROM tenant.category c
USING unnest(@generations::text[], @categoryKeys::text[]) AS r (generation, category_key)
WHERE c.industry_key = @industryKey AND c.generation = r.generation AND c.category_key = r.category_key;

-- name: write_categories
INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories)
SELECT @industryKey, r.generation, r.category_key, r.position, r.standard_category_id, r.sub_categories
FROM jsonb_to_recordset(@rows::jsonb) AS r (generation text, category_key text, position integer,
                                         standard_category_id text, sub_categories jsonb)
ON CONFLICT (industry_key, generation, category_key) DO UPDATE SET
  position = excluded.position, standard_category_id = excluded.standard_category_id,
  sub_categories = excluded.sub_categories;

-- name: retire_users
-- Takes users @retiredKeys (user keys) out of the unique indexes of names, as of @now. write_users brings back the
-- users who stay.
UPDATE tenant.app_user SET removed_at = @now WHERE user_key = ANY (@retiredKeys::int[]);

-- name: write_users
-- A password link was made for the address and the rights of its account, so a change of either voids it. A new person
-- (is_new) is not disabled, has chosen and subscribed to no mails, answers for no address outside and has never logged
-- in, although an earlier person of this id, whose key is the same, may have.
WITH r AS (
  SELECT * FROM jsonb_to_recordset(@rows::jsonb) AS r (
    user_id text, email text, username text, password_hash text, role text,
    permissions text[], email_ids text[], phone_no text, is_new boolean)
), enabled AS (
  DELETE FROM tenant.disabled d USING r, tenant.industry i
  WHERE r.is_new AND i.industry_key = @industryKey AND d.industry_id = i.industry_id AND d.user_id = r.user_id
), former AS (
  SELECT u.industry_key, u.user_key FROM r JOIN tenant.app_user u USING (user_id)
  WHERE r.is_new AND u.industry_key = @industryKey
), mails AS (
  DELETE FROM tenant.mail_choice c USING former f WHERE c.user_key = f.user_key
), subscribed AS (
  DELETE FROM reporting.subscription_recipient s USING former f
  WHERE s.user_key = f.user_key OR s.address IS NOT NULL AND s.added_by = f.user_key
), logins AS (
  DELETE FROM tenant.session s USING former f WHERE s.industry_key = f.industry_key AND s.user_key = f.user_key
), void AS (
  UPDATE tenant.password_reset p SET token_hash = NULL
  FROM tenant.app_user u JOIN r USING (user_id)
  WHERE p.user_key = u.user_key AND u.industry_key = @industryKey
    AND (u.email, u.role, u.permissions) IS DISTINCT FROM (r.email, r.role, r.permissions)
)
INSERT INTO tenant.app_user (industry_key, user_id, email, username, password_hash, role, permissions, email_ids,
                             phone_no)
SELECT @industryKey, r.user_id, r.email, r.username, r.password_hash, r.role, r.permissions, r.email_ids, r.phone_no
FROM r
ON CONFLICT (industry_key, user_id) DO UPDATE SET
  email = excluded.email, username = excluded.username, password_hash = excluded.password_hash, role = excluded.role,
  permissions = excluded.permissions, email_ids = excluded.email_ids, phone_no = excluded.phone_no, removed_at = NULL;

-- name: end_sessions
-- @signedOutKeys are user keys, @now is the instant of the sign-out, which ends push messages to applications. Those
-- who were removed keep no browser that shows alerts either, because the next person of this id has the same key.
WITH gone AS (
  SELECT industry_key, user_key FROM tenant.app_user
  WHERE user_key = ANY (@signedOutKeys::int[]) AND removed_at IS NOT NULL
), browsers AS (
  DELETE FROM alerting.browser b USING gone g WHERE b.industry_key = g.industry_key AND b.user_key = g.user_key
)
SELECT FROM tenant.sign_out(@signedOutKeys::int[], NULL, @now);
