import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Acknowledged, compared } from '../../scripts/soak/acknowledged.ts';
import { readingsOfBody } from '../../scripts/soak/flood.ts';
import { actAt, draws } from '../../scripts/soak/people.ts';
import { Recorder } from '../../scripts/soak/recorder.ts';
import { kindTable, type SeenInSoak, soakBounds } from '../../scripts/soak/verdict.ts';
import { memoryOf, metricOf } from '../../scripts/soak/watch.ts';

const answered = (status: number, milliseconds: number, saysWhen = false) =>
  ({ kind: 'a read', group: 'reads', status, milliseconds, saysWhen, problem: status < 400 ? '' : 'no' }) as const;

function seen(
  more: Partial<SeenInSoak> = {},
  answers: readonly ReturnType<typeof answered>[] = [answered(200, 10)],
): SeenInSoak {
  const recorder = new Recorder();
  for (const one of answers) recorder.note(one);
  const kept = { acknowledged: 5, missing: 0, different: 0 };
  return { isServer: true, minutes: 60, recorder, samples: [], kept, overload: [], ...more };
}
const missed = (of: SeenInSoak): string[] => soakBounds(of).flatMap(({ met, what }) => (met === false ? [what] : []));

const FLOODED = {
  readingsPerBody: 20,
  capacity: 100,
  offered: 1000,
  acknowledged: 90,
  statuses: { 200: 900, 503: 9100 },
  unsent: 0,
  silentRefusals: 0,
  refusedWithin: 3,
  acknowledgedWithin: 900,
  recoverySeconds: 2,
};

describe('the verdict of a soak', () => {
  it('is good where all bounds hold', () => {
    expect(missed(seen())).toEqual([]);
    expect(missed(seen({ overload: [FLOODED] }))).toEqual([]);
  });

  it('names a 5xx, an answer that never came, a slow read and a lost reading', () => {
    expect(missed(seen({}, [answered(500, 10)]))).toEqual(['mixed day: answers 5xx, or none at all']);
    expect(missed(seen({}, [answered(0, 10)]))).toEqual(['mixed day: answers 5xx, or none at all']);
    expect(missed(seen({}, [answered(200, 251)]))).toEqual(['mixed day: reads of people, 99 of 100 within']);
    expect(missed(seen({ isServer: false }, [answered(200, 251)]))).toEqual([]);
    expect(missed(seen({ kept: { acknowledged: 5, missing: 1, different: 0 } }))).toHaveLength(1);
    expect(missed(seen({ kept: { acknowledged: 5, missing: 0, different: 1 } }))).toHaveLength(1);
  });

  it('names a refusal without a time, another status and a recovery that did not come', () => {
    expect(missed(seen({ overload: [{ ...FLOODED, silentRefusals: 1 }] }))).toHaveLength(1);
    expect(missed(seen({ overload: [{ ...FLOODED, statuses: { 500: 1 } }] }))).toHaveLength(1);
    expect(missed(seen({ overload: [{ ...FLOODED, recoverySeconds: null }] }))).toHaveLength(1);
  });

  it('names memory that grows, and does not judge it in a short run', () => {
    const samples = Array.from({ length: 40 }, (_, at) => ({
      phase: 'mixed day',
      atSeconds: at * 90,
      megabytes: 400 + at * 5,
      heldMilliseconds: { p99: 1, most: 2 },
      connections: 10,
    }));
    expect(missed(seen({ samples }))).toEqual(['memory of the process at the begin, after a quarter, at the end']);
    expect(missed(seen({ samples, minutes: 5 }))).toEqual([]);
  });
});

describe('what a soak counts', () => {
  it('ranks answers that were no refusal, and counts each status', () => {
    const recorder = new Recorder();
    for (let at = 1; at <= 100; at += 1) recorder.note(answered(200, at));
    recorder.note(answered(503, 1, true));
    recorder.note(answered(429, 1));
    recorder.begin('afterwards');
    recorder.note(answered(200, 7));
    const [mixed, after] = recorder.figures();
    expect(mixed).toMatchObject({ p50: 50, p95: 95, p99: 99, most: 100, requests: 102, silentRefusals: 1 });
    expect(mixed?.statuses).toEqual({ 200: 100, 429: 1, 503: 1 });
    expect(after).toMatchObject({ phase: 'afterwards', p50: 7 });
    expect(kindTable(recorder.figures()).split('\n')).toHaveLength(3);
  });

  it('finds an acknowledged reading that is missing or has another value, and forgives what is not known', () => {
    const acknowledged = new Acknowledged();
    for (const [at, value] of [
      [1, 10],
      [2, 20],
      [3, 30],
      [2, 21],
      [4, 40],
    ] as const)
      acknowledged.add(7, at, value);
    acknowledged.forget(7, 4);
    const stored = new Map([
      [1, 10],
      [2, 20],
    ]);
    expect(compared(acknowledged, () => stored)).toEqual({ acknowledged: 3, missing: 1, different: 1 });
  });

  it('reads metrics, and finds the line of memory behind the first quarter', () => {
    expect(metricOf('# TYPE a gauge\na 1.5\na_b{x="1"} 2\n', 'a_b')).toBe(2);
    expect(() => metricOf('a 1\n', 'b')).toThrow('The metrics have no b');
    const samples = Array.from({ length: 20 }, (_, at) => ({
      atSeconds: at * 360,
      megabytes: at < 5 ? 100 : 400 + at,
    }));
    expect(memoryOf(samples)?.slope).toBeCloseTo(10);
    expect(memoryOf(samples.slice(0, 2))).toBeNull();
  });

  it('makes the same flood each time, no reading of it twice', () => {
    const order = { unitIds: ['a', 'b', 'c'], readingsPerBody: 4, baseEpochMs: 1000 };
    const readings = [0, 1, 2].flatMap((body) => readingsOfBody(order, body));
    expect(new Set(readings.map(({ unitId, epochMs }) => `${unitId} ${epochMs}`)).size).toBe(12);
    expect(readingsOfBody(order, 1)).toEqual(readingsOfBody(order, 1));
  });

  it('has people do every act, the same each time', () => {
    const [one, two] = [draws(3), draws(3)];
    const drawn = Array.from({ length: 500 }, () => one.next().value);
    expect(drawn).toEqual(Array.from({ length: 500 }, () => two.next().value));
    expect(new Set(drawn.map((draw) => actAt(draw).kind)).size).toBe(13);
  });
});

describe('npm run soak', () => {
  it('runs a small day, finds every acknowledged reading, writes its figures and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'soak-test-'));
    try {
      const json = join(folder, 'soak.json');
      const args = [
        '--minutes',
        '0.1',
        '--units',
        '6',
        '--people',
        '3',
        '--days',
        '1',
        '--load',
        '100',
        '--json',
        json,
      ];
      const output = await new Promise<string>((resolve) => {
        const options = {
          cwd: new URL('../../', import.meta.url),
          env: { ...process.env, DATABASE_URL: '', TMPDIR: folder },
        };
        execFile(process.execPath, ['scripts/soak.ts', ...args], options, (_, out, errors) => resolve(out + errors));
      });
      expect(output).toMatch(/acknowledged readings: missing or with another value +\| 0 /);
      const written = JSON.parse(await readFile(json, 'utf8')) as {
        kept: { acknowledged: number };
        kinds: { kind: string; statuses: Record<string, number> }[];
      }; // written by the command
      expect(written.kept.acknowledged).toBeGreaterThan(3);
      expect(
        written.kinds.filter(({ statuses }) => Object.keys(statuses).some((status) => Number(status) >= 400)),
      ).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.startsWith('metered-water-bench-'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
