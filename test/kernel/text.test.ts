import { name } from '../../src/kernel/field-kinds.ts';
import { describe, expect, it } from 'vitest';
import { readAlertRequest } from '../../src/alerts/rules/alert-request.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { isOneLine, isPlainText } from '../../src/kernel/text.ts';
import { id, shortText, subCategoryId, userId } from '../../src/industries/rules/provisioning/fields.ts';

const UNSEEN = ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066'];
const BREAKS = ['\n', '\r', '\t'];
const SEEN = ['Main inlet', 'पंप घर', 'Zähler 7 – Süd', 'a‌b', 'क्‍ष', '🚰', "O'Brien"];

describe('names and titles', () => {
  it('are in one line and hold nothing unseen; joiners of Indian scripts are seen in what they do', () => {
    for (const text of SEEN) expect([isOneLine(text), isPlainText(text)], text).toEqual([true, true]);
    for (const mark of UNSEEN)
      expect([isOneLine(`a${mark}b`), isPlainText(`a${mark}b`)], JSON.stringify(mark)).toEqual([false, false]);
    for (const mark of BREAKS)
      expect([isOneLine(`a${mark}b`), isPlainText(`a${mark}b`)], JSON.stringify(mark)).toEqual([false, true]);
  });

  it('of a bundle are refused with one', () => {
    for (const schema of [name, shortText, subCategoryId])
      for (const mark of [...UNSEEN, ...BREAKS]) {
        expect(schema.safeParse(`a${mark}b`).success).toBe(false);
        expect(schema.safeParse('a b').success).toBe(true);
      }
  });
});

describe('an alert that somebody has sent', () => {
  const industry = { units: new Map([['M1', {}]]) } as unknown as Pick<Industry, 'units'>; // the unit alone is found
  const sentWith =
    (told: object, meta: object = {}) =>
    () =>
      readAlertRequest(
        { type: 'threshold', unitId: 'M1', ...told, meta: { alertType: 'device_status', ...meta } },
        industry,
        0,
      );

  it('names the field that holds what is not seen', () => {
    for (const mark of UNSEEN.slice(1)) {
      expect(sentWith({ description: `a${mark}b` })).toThrow("Invalid 'body': 'description'");
      expect(sentWith({ title: `a${mark}b` })).toThrow("Invalid 'body': 'title'");
      for (const field of ['unit', 'parameter', 'status'])
        expect(sentWith({}, { [field]: `a${mark}b` })).toThrow(`Invalid 'body': 'meta.${field}'`);
    }
  });
});

describe('ids', () => {
  it('are no dots alone, because an address that ends with them leads elsewhere', () => {
    for (const schema of [id, userId, subCategoryId])
      for (const dots of ['.', '..', '...', '.'.repeat(64)]) expect(schema.safeParse(dots).success, dots).toBe(false);
    for (const schema of [id, userId, subCategoryId])
      for (const fine of ['.a', 'a.', '..a', 'M.1', '-.']) expect(schema.safeParse(fine).success, fine).toBe(true);
  });
});
