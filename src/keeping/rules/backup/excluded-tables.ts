/** Tables that no back-up holds, with the reason. Every other table of the service travels. */
export const EXCLUDED_TABLES: ReadonlyMap<string, string> = new Map([
  ['alerting.web_event', 'events of open pages, kept for a day: pages connect anew after a restore'],
  ['telemetry.materialised', 'says how far rollups are materialised: after a restore nothing is'],
  ['telemetry.rollup_due', 'rollups that wait for a refresh: after a restore all of them do'],
  ['telemetry.unmaterialised_day', 'says which days rollups do not show yet: after a restore nothing is materialised'],
  ['tenant.analyst_login', 'logins are roles of the server, with passwords that nobody can read'],
  ['tenant.limit_use', 'counts of requests, which a crash of the database forgets, too'],
  ['tenant.report_job', 'files are kept for a day, and their jobs are left behind: whoever waits asks again'],
]);
