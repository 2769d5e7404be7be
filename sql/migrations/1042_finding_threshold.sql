-- A limit of findings is kept by the name that a limit of alerts has.
ALTER TABLE operations.finding_setting RENAME COLUMN limit_value TO threshold;
