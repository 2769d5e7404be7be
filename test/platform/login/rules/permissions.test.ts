import { describe, expect, it } from 'vitest';
import { missingPermissions } from '../../../../src/platform/login/rules/permissions.ts';

describe('missing permissions', () => {
  it('are those required and not held, in the order asked for', () => {
    expect(missingPermissions(['reports:read'], ['readings:write', 'reports:read', 'alerts:write'])).toEqual([
      'readings:write',
      'alerts:write',
    ]);
  });

  it('are none where every verb of the resource is held', () => {
    expect(missingPermissions(['readings:*'], ['readings:write'])).toEqual([]);
  });

  it('are none where admin:* is held', () => {
    expect(missingPermissions(['admin:*'], ['readings:write', 'batch:run', 'admin:*'])).toEqual([]);
  });

  it('are not granted by another resource, by a prefix, or by *', () => {
    expect(missingPermissions(['admin:read', 'admin', 'read:*', '*', '*:*'], ['readings:write'])).toEqual([
      'readings:write',
    ]);
  });

  it('include a wildcard that is asked for and held only in part', () => {
    expect(missingPermissions(['admin:read'], ['admin:*'])).toEqual(['admin:*']);
  });
});
