import { describe, expect, it } from 'vitest';
import { documentId, documentTag } from '../../../src/kernel/document/ids.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

describe('ids and tags of documents', () => {
  it.each([
    [{ kind: 'DAILY', date: businessDate('2026-01-15') } as const, 'ACME_15-01-2026_M1_DAILY', '15-01-2026_DAILY'],
    [{ kind: 'MONTHLY', month: '01/2026' } as const, 'ACME_01-2026_M1_MONTHLY', '01-2026_MONTHLY'],
    [{ kind: 'YEARLY', year: '2026' } as const, 'ACME_2026_M1_YEARLY', '2026_YEARLY'],
  ])('name industry, period and unit: %o', (period, id, tag) => {
    expect(documentId('ACME', 'M1', period)).toBe(id);
    expect(documentTag(period)).toBe(tag);
  });
});
