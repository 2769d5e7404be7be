-- Which languages there are, the texts say: a further one is no change of the database.
ALTER TABLE tenant.mail_choice
  DROP CONSTRAINT mail_choice_mail_language_check,
  ADD CONSTRAINT mail_choice_mail_language_check CHECK (mail_language ~ '^[a-z]{2,3}$');

ALTER TABLE reporting.subscription
  DROP CONSTRAINT subscription_mail_language_check,
  ADD CONSTRAINT subscription_mail_language_check CHECK (mail_language ~ '^[a-z]{2,3}$');

ALTER TABLE reporting.sent_report
  DROP CONSTRAINT sent_report_mail_language_check,
  ADD CONSTRAINT sent_report_mail_language_check CHECK (mail_language ~ '^[a-z]{2,3}$');
