import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  LoginPauses,
  type Offence,
  offenceLine,
  readOffences,
  writeOffence,
} from '../../../../../src/platform/database/embedded/logins/pauses.ts';

const second = 1_000,
  minute = 60 * second;

describe('a login that was cut off', () => {
  it('is refused for 10 s, and twice as long each time, up to 10 minutes', () => {
    const pauses = new LoginPauses();
    let now = 0;
    const refused: number[] = [];
    for (let time = 0; time < 9; time++) {
      refused.push(pauses.offended('a', now) / second);
      expect(pauses.refusedFor('a', now + 2 * second)).toBe((refused.at(-1) ?? 0) * second - 2 * second);
      now += (refused.at(-1) ?? 0) * second;
      expect(pauses.refusedFor('a', now)).toBe(0);
    }
    expect(refused).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
    expect(pauses.refusedFor('b', now - 1)).toBe(0);
  });

  it('is refused for 80 s when the engine had to be started again, and for 10 minutes when it does that twice', () => {
    const pauses = new LoginPauses();
    expect([pauses.offended('a', 0, true), pauses.offended('a', 2 * minute, true)]).toEqual([80 * second, 10 * minute]);
    expect([pauses.offended('b', 0), pauses.offended('b', minute, true)]).toEqual([10 * second, 160 * second]);
  });

  it('is forgiven when it has been good for half an hour', () => {
    const pauses = new LoginPauses();
    pauses.offended('a', 0);
    expect(pauses.offended('a', 30 * minute)).toBe(20 * second);
    expect(pauses.offended('a', 61 * minute)).toBe(10 * second);
  });
});

describe('a login that has worked long', () => {
  it('waits three times as long as it worked, all others as long as that', () => {
    const pauses = new LoginPauses();
    pauses.worked('a', 2 * second, 10 * second);
    expect(pauses.nextTurnAt('a')).toBe(16 * second);
    expect(pauses.nextTurnAt('b')).toBe(12 * second);
  });

  it('waits for nothing when nobody noticed', () => {
    const pauses = new LoginPauses();
    pauses.worked('a', 150, 10 * second);
    expect(pauses.nextTurnAt('a')).toBe(0);
  });
});

describe('offences that are written down', () => {
  const offence: Offence = {
    role: 'a',
    statement: 'SELECT 1',
    why: 'exhausted the engine',
    at: 100 * minute,
    told: false,
    costsRestart: true,
  };

  it('are read by the next process, told once, until they are forgotten', () => {
    const directory = mkdtempSync(join(tmpdir(), 'offences-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'offences');
    expect(readOffences(file, 0)).toEqual([]);
    writeOffence(file, { ...offence, at: 60 * minute });
    writeOffence(file, { ...offence, statement: 'x'.repeat(5_000) });
    // The process ended while it wrote.
    appendFileSync(file, offenceLine(offence).slice(0, 30));
    const read = { ...offence, statement: 'x'.repeat(200) };
    expect(readOffences(file, 110 * minute)).toEqual([read]);
    expect(readOffences(file, 120 * minute)).toEqual([{ ...read, told: true }]);
    expect(readOffences(file, 131 * minute)).toEqual([]);
  });

  it('fit into the room the watching thread has for them, whatever they say', () => {
    const longest = {
      ...offence,
      role: '\u{1f4a7}'.repeat(15),
      statement: '\u0001'.repeat(5_000),
      why: 'could not be ended after 3 s',
    };
    expect(Buffer.byteLength(offenceLine(longest))).toBeLessThan(2_048);
  });
});
