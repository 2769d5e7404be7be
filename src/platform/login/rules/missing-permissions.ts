import type { Permission } from './permissions.ts';

const EVERYTHING: Permission = 'admin:*';

/**
 * The required permissions that are not held, in the order asked for. `resource:*` holds every verb of its resource,
 * `admin:*` holds all there are. A role grants nothing: what is not listed is refused.
 */
export const missingPermissions = (held: readonly string[], required: readonly string[]): readonly string[] =>
  held.includes(EVERYTHING)
    ? []
    : required.filter((permission) => !held.includes(permission) && !held.includes(`${permission.split(':')[0]}:*`));
