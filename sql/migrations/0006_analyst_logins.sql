-- Which industry a database login of an analyst sees. The login itself, with its password, is a role of the cluster.

CREATE TABLE tenant.analyst_login (
  role_name           text PRIMARY KEY,
  industry_key        integer NOT NULL REFERENCES tenant.industry,
  created_at          timestamptz NOT NULL,
  password_changed_at timestamptz NOT NULL
);
