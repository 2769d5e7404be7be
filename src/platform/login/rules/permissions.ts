const EVERYTHING: Permission = 'admin:*';

/**
 * Required permissions that are not held, in the order asked for. `resource:*` holds every verb of its resource,
 * `admin:*` holds all. A role grants nothing, so an unlisted permission is refused.
 */
export const missingPermissions = (held: readonly string[], required: readonly string[]): readonly string[] =>
  held.includes(EVERYTHING)
    ? []
    : required.filter((permission) => !held.includes(permission) && !held.includes(`${permission.split(':')[0]}:*`));

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

/**
 * Every permission a user can hold, with its effect. Spec gap: the set of permission strings is not shown; the form is
 * `resource:verb`, a verb `*` stands for every verb of the resource.
 */
export const PERMISSIONS = {
  'readings:write': 'Send readings, one by one, as a batch or as a file; submit water-ratio records.',
  'keys:write': 'Create, rotate and revoke device keys; declare sources and their devices.',
  'readings:edit': 'Change and remove single readings, fill gaps with estimates, and take that back.',
  'quarantine:write': 'Release or discard rejected readings.',
  'reports:read': 'Build and download reports.',
  'reports:send': 'Send automated reports by mail, and send them again.',
  'industries:write': 'Create, change and retire units, categories and meters; of an operator, also industries.',
  'accounts:write':
    'Invite people, change and disable accounts, and have passwords reset; of an operator, in every industry and by a bundle, too.',
  'alerts:write':
    'Create, change and delete alert rules; send and handle alerts; confirm and reject findings; write annotations; of an operator, also mark the notifications of an industry as read.',
  'batch:run': 'Process or rebuild days, months and years.',
  'operations:run':
    'Compute insights; run validators that post, triggers and test events; send broadcasts and chat messages; work on log entries.',
  'waterBalance:write': 'Save and restore the water-balance graph.',
  'surveys:write': 'Process surveys of basins.',
  'archive:write': 'Archive months of readings, remove them from the database and bring them back.',
  'audit:read': 'Read who did what.',
  'admin:*': 'Every other permission; of an operator, for every industry.',
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof PERMISSIONS;

export const isPermission = (text: string): text is Permission => Object.hasOwn(PERMISSIONS, text);

/** True for `resource:*` of a resource that has permissions. */
export const isEveryVerb = (text: string): boolean =>
  text.endsWith(':*') && Object.keys(PERMISSIONS).some((permission) => permission.startsWith(text.slice(0, -1)));
