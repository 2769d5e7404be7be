import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { atHour, mintWorks, sealMonth, type Works } from '../../../../service/support/device-data-works.ts';

interface Thinned {
  readonly points: readonly { x: string; y: number | null }[];
  readonly readings: number;
  readonly estimated: number;
  readonly bucketSeconds: number;
  readonly gaps: readonly { from: string; to: string }[];
  readonly removed: readonly { from: string; to: string }[];
  readonly estimatedSpans: readonly { from: string; to: string }[];
  readonly siUnit: string;
  readonly parameter: string | null;
}

let works: Works;
let stranger: Works;
const HOURS = 400;
/** Waves with one peak and one dip that stand alone. */
const litresOf = (hour: number): number => (hour === 123 ? 90_000 : hour === 250 ? 1 : 5000 + (hour % 17) * 100);

beforeAll(async () => {
  const context = await testContext('2026-07-01T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  const hours = Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) => hour < 300 || hour > 310);
  await works.send(
    hours.map((hour) => ({
      unitId: 'M1',
      createdOn: atHour('2026-06-10', hour),
      value: litresOf(hour),
      summedValue: 1_000_000 + hour * 1000,
      interpolated: hour >= 20 && hour < 24,
    })),
  );
  await works.send([
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 0), value: 50 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 0), paramValue: { pH: 7, turbidity: 2 } },
    ...Array.from({ length: 24 }, (_, hour) => ({
      unitId: 'M1',
      createdOn: atHour('2026-04-30', hour),
      value: 1000,
    })),
  ]);
  await sealMonth(context, works, '2026-05-01');
});

const [FROM, TO] = [atHour('2026-06-10', 0), atHour('2026-06-10', HOURS)];
const ask = (unitId: string, more: Record<string, string | number> = {}, of: Works = works) => {
  const query = new URLSearchParams({ unitId, from: FROM, to: TO });
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  return of.get(`readings/thinned?${query}`);
};
const thinned = async (...asked: Parameters<typeof ask>): Promise<Thinned> =>
  ((await ask(...asked)).body as { data: Thinned }).data;

describe('GET readings/thinned', () => {
  it('gives few points, and keeps the peak and the dip of every stretch', async () => {
    const line = await thinned('M1', { points: 80 });
    const known = line.points.filter(({ y }) => y !== null);
    expect(known.length).toBeLessThanOrEqual(80);
    expect(line).toMatchObject({ readings: 389, siUnit: 'KL', bucketSeconds: 20 * 3600 });
    expect(line.points).toContainEqual({ x: atHour('2026-06-10', 123), y: 90 });
    expect(line.points).toContainEqual({ x: atHour('2026-06-10', 250), y: 0.001 });
    expect(known.map(({ x }) => x)).toEqual(known.map(({ x }) => x).toSorted());
    // Of each stretch the lowest and the highest of all its readings are among the points.
    for (let first = 0; first < 300; first += 20) {
      const all = Array.from({ length: 20 }, (_, at) => litresOf(first + at) / 1000);
      const drawn = known.filter(({ x }) => x >= atHour('2026-06-10', first) && x < atHour('2026-06-10', first + 20));
      const values = drawn.map(({ y }) => y ?? NaN);
      expect([Math.min(...values), Math.max(...values)]).toEqual([Math.min(...all), Math.max(...all)]);
    }
  });

  it('gives each reading where there is room, parts the line where nothing came, and tells what was estimated', async () => {
    const line = await thinned('M1', { points: 8000 });
    expect(line.points.filter(({ y }) => y !== null)).toHaveLength(389);
    expect(line.gaps).toEqual([{ from: atHour('2026-06-10', 299), to: atHour('2026-06-10', 311) }]);
    expect(line.points.filter(({ y }) => y === null)).toHaveLength(1);
    expect(line.estimated).toBe(4);
    expect(line.estimatedSpans).toEqual([{ from: atHour('2026-06-10', 20), to: atHour('2026-06-10', 23) }]);
  });

  it('shows registers, levels and parameters in their units', async () => {
    expect((await thinned('M1', { measure: 'register' })).points.at(-1)?.y).toBe(1399);
    expect((await thinned('TANK')).points[0]).toEqual({ x: FROM, y: 100 });
    expect(await thinned('RIVER')).toMatchObject({ parameter: 'pH', points: [{ y: 7 }, { y: null }] });
    expect(await thinned('RIVER', { parameter: 'turbidity' })).toMatchObject({ siUnit: 'NTU', points: [{ y: 2 }, {}] });
  });

  it('has one gap of the whole time for a unit that sent nothing, and nothing of another industry', async () => {
    expect(await thinned('SILENT')).toMatchObject({ points: [], readings: 0, gaps: [{ from: FROM, to: TO }] });
    expect(await thinned('M1', {}, stranger)).toMatchObject({ points: [], readings: 0 });
  });

  it('tells an archived month as removed and not as a gap, and draws no line through it', async () => {
    const of = { from: atHour('2026-04-30', 0), points: 8000 };
    const line = await thinned('M1', of);
    const ofMay = { from: atHour('2026-05-01', 0), to: atHour('2026-06-01', 0) };
    expect(line.removed).toEqual([ofMay]);
    expect(line.gaps).toEqual([
      { from: ofMay.to, to: FROM },
      { from: atHour('2026-06-10', 299), to: atHour('2026-06-10', 311) },
    ]);
    expect(line.points.slice(23, 25)).toMatchObject([{ x: atHour('2026-04-30', 23), y: 1 }, { y: null }]);
    expect((await thinned('M1', of, stranger)).removed).toEqual([]);
  });

  it.each([
    ['unitId', 'NO_SUCH', 404, 'Invalid unitId NO_SUCH'],
    ['unitId', 'BOTH', 400, "'BOTH' is a virtual unit and has no readings of its own"],
    ['to', FROM, 400, 'is not after from'],
    ['to', '2030-01-01T00:00:00Z', 400, 'is more than 1100 days after from'],
    ['from', '10/06/2026', 400, 'is not an ISO 8601 instant with offset'],
    ['to', '0099-12-31T23:59:59Z', 400, 'is not of the years 1910 to 2190'],
    ['points', '3', 400, 'is not a whole number from 4 to 8000'],
    ['parameter', 'ph', 400, "'ph' is not there, and there is none"],
  ])('refuses %s %s and says what is allowed', async (field, value, status, sentence) => {
    const answer = await ask('M1', { [field]: value });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(sentence)]);
  });
});
