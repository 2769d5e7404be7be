import { describe, expect, it } from 'vitest';
import { desiredUnit } from '../../../../src/industries/rules/provisioning/desired.ts';

describe('register checks of a unit', () => {
  const checksOf = (registerChecks: NonNullable<Parameters<typeof desiredUnit>[0]['meta']>['registerChecks']) =>
    desiredUnit({
      unitId: 'M1',
      displayName: 'M1',
      standardCategoryId: 'FLOW_CATEGORY',
      siUnit: 'KL',
      meta: { registerChecks },
    }).figures.registerChecks;

  it('are those that are declared, also where it is one', () => {
    expect(checksOf({ dropout: 'exclude' })).toEqual({ dropout: 'exclude' });
    expect(checksOf({ dropout: null, rolloverDigits: 6 })).toEqual({ rolloverDigits: 6 });
  });

  it('are none where none is declared', () => {
    expect(checksOf({})).toBeNull();
    expect(checksOf({ spike: null })).toBeNull();
  });
});
