import { describe, expect, it } from 'vitest';
import { withSharedMemory } from '../../../../src/platform/database/embedded/shared-memory.ts';

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
const section = (id: number, body: number[]): number[] => [id, body.length, ...body];
/** A module that imports a function, a table, a global and a memory with these limits. */
const importing = (limits: number[]): Uint8Array =>
  Uint8Array.from([
    ...header,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(2, [
      4,
      ...name('env'),
      ...name('f'),
      0,
      0,
      ...name('env'),
      ...name('t'),
      1,
      0x70,
      0,
      1,
      ...name('env'),
      ...name('g'),
      3,
      0x7f,
      0,
      ...name('env'),
      ...name('memory'),
      2,
      ...limits,
    ]),
    ...section(3, [0]),
  ]);

describe('a module with its memory declared shared', () => {
  it.each([
    ['without a maximum', [0, 1]],
    ['with one', [1, 1, 2]],
  ])("%s has the engine's maximum and is otherwise the same", (_, limits) => {
    expect([...withSharedMemory(importing(limits))]).toEqual([...importing([3, 1, 0x80, 0x80, 2])]);
  });

  it('is unchanged when it imports none', () => {
    const module = Uint8Array.from([...header, ...section(3, [0])]);
    expect(withSharedMemory(module)).toEqual(module);
  });
});
