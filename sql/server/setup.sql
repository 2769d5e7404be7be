-- What a superuser does for the service on a TimescaleDB server, by psql (14 or newer) on any of its databases: before
-- the first start, and again after each ALTER EXTENSION timescaledb UPDATE. It changes nothing that is right already.
-- The password comes from the environment, so that it may hold any character:
--   DATABASE_PASSWORD='..' psql -X -d postgres -f sql/server/setup.sql
-- with -v login=.. -v database=.. for other names than water.
\set ON_ERROR_STOP on
\if :{?login} \else \set login water \endif
\if :{?database} \else \set database water \endif
\getenv password DATABASE_PASSWORD
\if :{?password} \else
  DO $$ BEGIN RAISE EXCEPTION 'DATABASE_PASSWORD is not set: it must hold the password of the service''s login'; END $$;
\endif

-- CREATEROLE is for the logins of analysts; the service needs no superuser.
SELECT format('CREATE ROLE %I LOGIN CREATEROLE', :'login')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'login') \gexec
SELECT format('ALTER ROLE %I PASSWORD %L', :'login', :'password') \gexec
-- Logins of analysts belong to this group; whoever creates it may give it away, another database's login must be
-- allowed to.
SELECT format('GRANT water_analyst TO %I WITH ADMIN OPTION', :'login')
WHERE EXISTS (SELECT FROM pg_roles
              WHERE rolname = 'water_analyst' AND NOT pg_has_role(:'login', oid, 'MEMBER WITH ADMIN OPTION')) \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'database', :'login')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
\connect :"database"
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS timescaledb;
\ir ../idempotent/110_public_rights.sql
\ir ../idempotent/120_watermark_cost.sql
