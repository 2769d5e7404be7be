/**
 * The required permissions that are not held, in the order asked for. `resource:*` holds every verb of its resource. A role
 * grants nothing: what is not listed is refused.
 */
export const missingPermissions = (held: readonly string[], required: readonly string[]): readonly string[] =>
  required.filter((permission) => !held.includes(permission) && !held.includes(`${permission.split(':')[0]}:*`));
