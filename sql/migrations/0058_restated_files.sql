-- A report that is sent again after a restatement has files of its own; those that were sent before stay.

ALTER TABLE reporting.report_file
  -- The round of mails from which on they are attached.
  ADD COLUMN round integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT report_file_pkey,
  ADD PRIMARY KEY (report_key, round, ordinal);
ALTER TABLE reporting.report_file ALTER COLUMN round DROP DEFAULT;
