/**
 * Every permission a user can hold and what it opens. Spec gap: the set of permission strings is not shown; the form is
 * `resource:verb`, a verb `*` stands for every verb of the resource.
 */
export const PERMISSIONS = {
  'readings:write': 'Send readings, one by one, as a batch or as a file; submit water-ratio records.',
  'keys:write': 'Create, rotate and revoke device keys.',
  'readings:edit': 'Change and remove single readings, fill gaps with estimates, and take that back.',
  'quarantine:write': 'Release or discard rejected readings.',
  'reports:read': 'Build and download reports.',
  'reports:send': 'Send automated reports by mail, and send them again.',
  'industries:write': 'Create, change and retire industries, units, categories and meters.',
  'accounts:write': 'Create, change and disable accounts, also by a bundle; reset passwords.',
  'alerts:write':
    'Create, change and delete alert rules; send and handle alerts; confirm and reject findings; of an operator, also mark the notifications of an industry as read.',
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
