import { describe, expect, it } from 'vitest';
import { tenantDifference, viewOfTenant } from '../../../../src/industries/rules/provisioning/tenant-view.ts';
import { bore, bundle, operator, storedAfter, tank } from './bundles.ts';
import { NO_TENANT } from '../../../../src/industries/rules/provisioning/stored.ts';

const view = (changes = {}) => viewOfTenant(storedAfter(bundle(changes)), 'WORKS');

describe('what differs between two states of a tenant', () => {
  it('is nothing for the same state', () => {
    expect(tenantDifference(view(), view())).toBeNull();
  });

  it('is named with both sides, and nothing else', () => {
    const after = view({ units: [bore({ flowFactor: 2, meta: { pRef: 5 } }), tank(), tank({ unitId: 'BALANCE' })] });
    expect(tenantDifference(view({ units: [bore(), tank(), tank({ unitId: 'BALANCE' })] }), after)).toEqual({
      before: {
        units: {
          BORE: {
            flowFactor: 1,
            meta: { pRef: null },
            versions: { '01/01/1900': { flowFactor: 1, meta: { pRef: null } } },
          },
        },
      },
      after: {
        units: {
          BORE: { flowFactor: 2, meta: { pRef: 5 }, versions: { '01/01/1900': { flowFactor: 2, meta: { pRef: 5 } } } },
        },
      },
    });
  });

  it('has null where a side has nothing, whatever a unit is called', () => {
    const after = view({ units: [bore(), tank(), tank({ unitId: '__proto__' })], categories: {} });
    const found = tenantDifference(view({ units: [bore(), tank()], categories: {} }), after);
    expect(JSON.parse(JSON.stringify(found))).toMatchObject(
      JSON.parse(
        '{"before": {"units": {"__proto__": null}}, "after": {"units": {"__proto__": {"unitId": "__proto__"}}}}',
      ),
    );
    expect(JSON.stringify(found?.before)).toBe('{"units":{"__proto__":null}}');
  });

  it('tells that a password changed, and never what it is stored as', () => {
    const stored = storedAfter(bundle({ users: [operator()] }));
    const changed = { ...stored, users: stored.users.map((user) => ({ ...user, passwordHash: 'another hash' })) };
    expect(tenantDifference(viewOfTenant(stored, 'WORKS'), viewOfTenant(changed, 'WORKS'))).toEqual({
      before: { users: { u1: { password: 'not shown' } } },
      after: { users: { u1: { password: 'not shown' } } },
    });
    const created = tenantDifference(viewOfTenant(NO_TENANT, 'WORKS'), viewOfTenant(stored, 'WORKS'));
    expect(JSON.stringify(created)).not.toContain('hash of River-1');
  });
});
