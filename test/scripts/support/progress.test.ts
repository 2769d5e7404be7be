import { expect, it } from 'vitest';
import { createProgress } from '../../../scripts/support/progress.ts';

it('progress tells no time left before a hundredth is done', () => {
  const shown: string[] = [];
  const stream = { isTTY: true, write: (text: string | Uint8Array) => shown.push(String(text)) > 0 };
  createProgress('restore', 'rows', stream).update(9, 1000, 9);
  createProgress('restore', 'rows', stream).update(500, 1000, 500);
  expect(shown[0]).toContain('time left unknown');
  expect(shown[1]).toMatch(/50 %, .* s left$/);
});
