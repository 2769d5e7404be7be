-- Figures of the views become numeric, which their functions return, too. The re-runnable files make them anew.
DROP SCHEMA IF EXISTS analytics, analytics_private CASCADE;
