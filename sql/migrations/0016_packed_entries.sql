-- What documents hold is written and read whole: as text it costs no parsing, and one array per field (src/store/packed-entries.ts)
-- keeps a document in its row instead of out of line. What is stored stays valid as it is. The views rest on the column; the
-- re-runnable files make them anew.
DROP SCHEMA IF EXISTS analytics, analytics_private CASCADE;
ALTER TABLE telemetry.document ALTER COLUMN entries TYPE json USING entries::json,
  ALTER COLUMN meta TYPE json USING meta::json, ALTER COLUMN provenance TYPE json USING provenance::json;
