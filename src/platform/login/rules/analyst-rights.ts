/** Rights of analysts' logins, as the database has them. A superuser's set-up takes all but the last away. */
export interface AnalystRights {
  readonly readsCatalog: boolean;
  readonly wakesService: boolean;
  readonly takesLocks: boolean;
  readonly makesLargeObjects: boolean;
  readonly runsUpkeep: boolean;
  readonly hasTimeBucket: boolean;
}

const SURPLUS = [
  ['readsCatalog', "read the extension's catalog, and with it how much every industry sends"],
  ['wakesService', 'send notifications (pg_notify) to the service'],
  ['takesLocks', 'take advisory locks that the service waits for'],
  ['makesLargeObjects', 'make large objects'],
  ['runsUpkeep', "run the extension's upkeep"],
] as const satisfies readonly (readonly [keyof AnalystRights, string])[];

/**
 * The part of sql/server/setup.sql that was not done on a server, in a sentence; null when all of it is done. The
 * embedded engine does it by itself.
 */
export function setUpProblem(rights: AnalystRights): string | null {
  const surplus = SURPLUS.filter(([right]) => rights[right]).map(([, words]) => words);
  const faults = [
    ...(surplus.length === 0 ? [] : [`may ${surplus.join(', ')}`]),
    ...(rights.hasTimeBucket ? [] : ['have no time_bucket']),
  ];
  return faults.length === 0
    ? null
    : `The database is not set up for analysts, whose logins ${faults.join(', and ')}: a superuser must run sql/server/setup.sql on it.`;
}
