import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { classifyRegister } from '../../../../src/figures/rules/register-checks/classify.ts';
import type { RegisterReading } from '../../../../src/figures/rules/register-checks/types.ts';

const sampleData = new URL('../../../../scripts/sample-data/', import.meta.url);

/** The register column of a sample file; its fields hold no quotes before the fourth comma. */
const readRegisters = (file: string): readonly RegisterReading[] =>
  gunzipSync(readFileSync(new URL(file, sampleData)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter((fields) => fields[3] !== '')
    .map((fields) => ({ epochMs: Date.parse(fields[1] ?? ''), register: Number(fields[3]) }));

/** The list "Register dropouts of .." in scripts/sample-data/README.md: from, to, rows, before, after. */
const documentedDropouts = (unitId: string): readonly string[] => {
  const readme = readFileSync(new URL('README.md', sampleData), 'utf8');
  const list = readme.split(`Register dropouts of ${unitId} `)[1]?.split('\n\n')[1] ?? '';
  return list.split('\n').map((line) => line.replace(/^- /, ''));
};

const describeDropouts = (
  readings: readonly RegisterReading[],
  offset: (epochMs: number) => string,
): readonly string[] =>
  classifyRegister(readings, { checks: { dropout: 'exclude', glitch: 'exclude' } }).events.map((event) => {
    const lastEpochMs = event.readings.at(-1) ?? Number.NaN;
    const span = `${offset(event.fromEpochMs)} .. ${offset(lastEpochMs)}`;
    const line = `${span}, ${event.readings.length}, ${event.registerBefore ?? 'none'}, ${event.registerAfter ?? 'none'}`;
    return event.kind === 'dropout' ? line : `${event.kind}: ${line}`;
  });

/** The instant as the file itself writes it. */
const asWritten = (file: string): ((epochMs: number) => string) => {
  const lines = gunzipSync(readFileSync(new URL(file, sampleData)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  const texts = new Map(lines.map((line) => [Date.parse(line.split(',')[1] ?? ''), line.split(',')[1] ?? '']));
  return (epochMs) => texts.get(epochMs) ?? `no reading at ${epochMs}`;
};

describe('real registers', () => {
  it.each([
    ['CB_TOWN_MAIN', 'readings-CB_TOWN_MAIN.csv.gz', 10],
    ['KK_METER', 'second-readings-KK_METER.csv.gz', 8],
  ])('of %s have exactly the documented dropouts and nothing else', (unitId, file, count) => {
    const documented = documentedDropouts(unitId);
    expect(documented.length).toBe(count);
    expect(describeDropouts(readRegisters(file), asWritten(file))).toEqual(documented);
  });

  it.each([
    ['CB_TOWN_MAIN', 'readings-CB_TOWN_MAIN.csv.gz', 40_329.4],
    ['KK_METER', 'second-readings-KK_METER.csv.gz', 241_244],
  ])('of %s never fall and gain the documented quantity once excluded readings are left out', (_, file, gain) => {
    const readings = readRegisters(file);
    const { excludedEpochMs } = classifyRegister(readings, { checks: { dropout: 'exclude' } });
    const registers = readings
      .filter((reading) => !excludedEpochMs.has(reading.epochMs))
      .map((reading) => reading.register);
    expect(registers.every((register, index) => register >= (registers[index - 1] ?? 0))).toBe(true);
    expect((registers.at(-1) ?? 0) - (registers[0] ?? 0)).toBeCloseTo(gain, 6);
  });

  it('has only the documented dropout open: the one at the end of CB_TOWN_MAIN', () => {
    const { events } = classifyRegister(readRegisters('readings-CB_TOWN_MAIN.csv.gz'), {
      checks: { dropout: 'exclude' },
    });
    expect(events.map((event) => event.provisional)).toEqual(events.map((_, index) => index === events.length - 1));
  });

  it.each([
    'readings-CB_BORE_1.csv.gz',
    'readings-CB_CAMPUS_1.csv.gz',
    'second-readings-KK_BORE.csv.gz',
    'second-readings-KK_TEST_REGISTER.csv.gz',
  ])('of %s have no events', (file) => {
    const readings = readRegisters(file);
    expect(readings.length).toBeGreaterThan(100);
    expect(classifyRegister(readings, { checks: { dropout: 'exclude', glitch: 'exclude' } }).events).toEqual([]);
  });
});
