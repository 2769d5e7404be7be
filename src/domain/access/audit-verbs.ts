/**
 * Every act that leaves an audit row, and what it means; `noun.verb`. Spec gap: the specification has no audit. An
 * operator changes figures of others, so who did what has to be known.
 */
export const AUDIT_VERBS = {
  'account.change': 'Changed an account.',
  'account.create': 'Created an account.',
  'account.disable': 'Disabled an account or an industry.',
  'account.enable': 'Enabled an account or an industry again.',
  'account.password': 'Set another password of an account, or had a link made for it.',
  'account.remove': 'Removed an account.',
  'chat.post': 'Wrote to a chat space.',
  'category.change': 'Changed a category.',
  'category.create': 'Created a category.',
  'category.remove': 'Removed a category.',
  'industry.change': 'Changed fields of an industry.',
  'industry.deactivate': 'Deactivated an industry.',
  'industry.provision': 'Created an industry or replaced it by a bundle.',
  'industry.reactivate': 'Made an inactive industry active again.',
  'key.create': 'Made a device key.',
  'key.revoke': 'Ended a device key.',
  'key.rotate': 'Put another device key in the place of one.',
  'event.test': 'Published a test event.',
  'log.change': 'Changed a log entry.',
  'meter.install': 'Registered that another meter was installed in a unit.',
  'meter.change': 'Corrected what is known of a meter.',
  'meter.remove': 'Took back that another meter was installed.',
  'notification.broadcast': 'Sent a message to the dashboards of operators.',
  'quarantine.release': 'Submitted rejected readings again.',
  'quarantine.discard': 'Gave rejected readings up.',
  'report.send': 'Asked for the reports of a day or a month to be made and sent.',
  'report.resend': 'Sent a report again.',
  'survey.process': 'Processed a survey of a basin.',
  'unit.change': 'Changed a unit.',
  'unit.create': 'Created a unit.',
  'unit.restore': 'Brought a retired unit back.',
  'unit.retire': 'Retired a unit.',
  'trigger.shifts': 'Triggered the batch of industries whose shift starts about now.',
  'unit.reset': 'Sent a reset message to a device.',
} as const satisfies Readonly<Record<string, string>>;

export type AuditVerb = keyof typeof AUDIT_VERBS;
