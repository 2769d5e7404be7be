import { expect, it } from 'vitest';
import { codeOf, isOutOfMemory } from '../../src/kernel/error-code.ts';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

it('an error that is no Error, or has no text for a code, has no code', () => {
  expect(
    [failure('40001'), new Error('x'), Object.assign(new Error('x'), { code: 7 }), { code: '40001' }, null].map(codeOf),
  ).toEqual(['40001', null, null, null, null]);
});

it('a thread that took too much memory is told from one that failed', () => {
  expect(['ERR_WORKER_OUT_OF_MEMORY', 'ERR_WORKER_PATH'].map((code) => isOutOfMemory(failure(code)))).toEqual([
    true,
    false,
  ]);
});
