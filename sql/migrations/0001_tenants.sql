-- Who owns what: industries, their units, categories and users. Every other table reaches its industry through here.

CREATE SCHEMA tenant;

CREATE TABLE tenant.industry (
  industry_key   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_id    text NOT NULL UNIQUE,
  industry_name  text NOT NULL,
  place          text,
  is_active      boolean NOT NULL DEFAULT true,
  is_test        boolean NOT NULL DEFAULT false,
  timezone       text NOT NULL,
  shift_start_at time NOT NULL,
  -- The effective offset; whether it was declared or derived is visible in declared_days_offset.
  days_offset          integer NOT NULL,
  declared_days_offset integer,
  virtual_negative_calc boolean NOT NULL DEFAULT false,
  meta            jsonb NOT NULL DEFAULT '{}',
  session_timeout jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tenant.unit (
  unit_key     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_id      text NOT NULL,
  display_name text NOT NULL,
  si_unit      text NOT NULL,
  -- Order of the bundle, so that lists read as their author wrote them.
  position     integer NOT NULL,
  -- A unit left out of a later bundle keeps its readings but takes no new ones.
  removed_at   timestamptz,
  UNIQUE (industry_key, unit_id)
);

-- What decides a unit's figures, effective-dated: figures of business days before effective_from keep the earlier row.
CREATE TABLE tenant.unit_version (
  unit_key       integer NOT NULL REFERENCES tenant.unit,
  effective_from date NOT NULL,
  standard_category_id text NOT NULL,
  flow_factor          double precision NOT NULL,
  min_non_zero_threshold double precision NOT NULL,
  max_capacity         double precision,
  data_update_frequency_seconds integer NOT NULL,
  params          jsonb NOT NULL,
  p_ref_kilowatts double precision,
  calculations    text,
  register_checks jsonb,
  meta            jsonb NOT NULL,
  PRIMARY KEY (unit_key, effective_from)
);

CREATE TABLE tenant.category (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  generation   text NOT NULL CHECK (generation IN ('categories', 'categoriesV2', 'standardCategories')),
  category_key text NOT NULL,
  position     integer NOT NULL,
  standard_category_id text NOT NULL,
  -- [{id, displayName, units: [unitId]}]
  sub_categories jsonb NOT NULL,
  PRIMARY KEY (industry_key, generation, category_key)
);

CREATE TABLE tenant.app_user (
  user_key     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  user_id      text NOT NULL,
  email        text NOT NULL,
  username     text NOT NULL,
  password_hash text NOT NULL,
  role         text NOT NULL CHECK (role IN ('user', 'admin', 'guest')),
  permissions  text[] NOT NULL DEFAULT '{}',
  email_ids    text[] NOT NULL DEFAULT '{}',
  phone_no     text,
  removed_at   timestamptz,
  UNIQUE (industry_key, user_id)
);
-- A login names no industry, so a name must belong to one person only.
CREATE UNIQUE INDEX app_user_username ON tenant.app_user (lower(username)) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX app_user_email ON tenant.app_user (lower(email)) WHERE removed_at IS NULL;

-- One active record per (industry, user, device, base-address hash); holds the identity of the issued token, never the token.
CREATE TABLE tenant.session (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  user_key     integer NOT NULL REFERENCES tenant.app_user,
  device_id    text NOT NULL,
  base_address_hash text NOT NULL,
  token_jti    text NOT NULL,
  refresh_jti  text NOT NULL,
  active       boolean NOT NULL DEFAULT true,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (industry_key, user_key, device_id, base_address_hash)
);
CREATE INDEX session_token ON tenant.session (token_jti);

CREATE TABLE tenant.revoked_token (
  jti        text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tenant.disabled (
  industry_id text NOT NULL,
  -- A userId is unique within its industry only. Empty: the whole industry.
  user_id     text NOT NULL DEFAULT '',
  since       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (industry_id, user_id)
);
