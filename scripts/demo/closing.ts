import type { RecordedReading } from './series.ts';

/** A meter, and how many litres one of its counts is. */
interface Counted {
  readonly unitId: string;
  readonly litres: number;
}

/**
 * Meters and the tank between them, whose water adds up on repeated days. The recordings come from places that have
 * nothing to do with each other, so that no balance of theirs would close.
 */
export interface Closing {
  readonly inflow: readonly Counted[];
  readonly outflow: readonly Counted[];
  /** The meter whose counts are scaled until a season brings as much water as it takes. */
  readonly scaled: string;
  /** Its level follows what comes in and goes out. */
  readonly tank: { readonly unitId: string; readonly litres: number };
}

type Season = ReadonlyMap<string, readonly RecordedReading[]>;

/** A level is told to a tenth of a per cent. */
const LEVEL_STEPS = 10;
/** Counts have up to six decimals. */
const COUNT_STEPS = 1_000_000;
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps;

const numberIn = ({ fields }: RecordedReading, name: string): number => Number(fields[name] ?? Number.NaN);
const countOf = (reading: RecordedReading): number => numberIn(reading, 'value') || 0;

function litresOf(season: Season, counted: readonly Counted[]): number {
  let sum = 0;
  for (const { unitId, litres } of counted)
    for (const reading of season.get(unitId) ?? []) sum += countOf(reading) * litres;
  return sum;
}

/** How many times its recorded counts the scaled meter counts. */
function factorOf(season: Season, { inflow, outflow, scaled }: Closing): number {
  const [own, other] = inflow.some(({ unitId }) => unitId === scaled) ? [inflow, outflow] : [outflow, inflow];
  const isScaled = ({ unitId }: Counted): boolean => unitId === scaled;
  const rest = litresOf(
    season,
    own.filter((one) => !isScaled(one)),
  );
  return (litresOf(season, other) - rest) / litresOf(season, own.filter(isScaled));
}

/** Counts times a factor. A register counts on from its first one; one below that is a dropout and stays. */
function scaledReadings(readings: readonly RecordedReading[], factor: number): RecordedReading[] {
  const first = readings.map((reading) => numberIn(reading, 'summedValue')).find((register) => register > 0);
  return readings.map((reading) => {
    const { epochMs, fields } = reading;
    const register = numberIn(reading, 'summedValue');
    const counted = { ...fields, value: rounded(countOf(reading) * factor, COUNT_STEPS) };
    if (first === undefined || !(register >= first)) return { epochMs, fields: counted };
    return {
      epochMs,
      fields: { ...counted, summedValue: rounded(first + (register - first) * factor, COUNT_STEPS) },
    };
  });
}

/** Levels of a tank that begins at its recorded one and has, at each of its instants, what has come and not gone. */
function levels(season: Season, { inflow, outflow, tank }: Closing): RecordedReading[] {
  const signed = [...inflow.map((one) => ({ ...one, sign: 1 })), ...outflow.map((one) => ({ ...one, sign: -1 }))];
  const passed = signed
    .flatMap(({ unitId, litres, sign }) =>
      (season.get(unitId) ?? []).map((reading) => ({ at: reading.epochMs, litres: countOf(reading) * litres * sign })),
    )
    .toSorted((a, b) => a.at - b.at);
  const recorded = season.get(tank.unitId) ?? [];
  const beginning = recorded[0] === undefined ? 0 : countOf(recorded[0]);
  let next = 0;
  let held = 0;
  return recorded.map(({ epochMs, fields }) => {
    for (; next < passed.length && (passed[next]?.at ?? 0) <= epochMs; next += 1) held += passed[next]?.litres ?? 0;
    return { epochMs, fields: { ...fields, value: rounded(beginning + (100 * held) / tank.litres, LEVEL_STEPS) } };
  });
}

/** Readings of a season, with the scaled meter and the tank as the balance of the others asks. */
export function closed(season: Season, closing: Closing): Season {
  const factor = factorOf(season, closing);
  const scaled = new Map([
    ...season,
    [closing.scaled, scaledReadings(season.get(closing.scaled) ?? [], factor)] as const,
  ]);
  return new Map([...scaled, [closing.tank.unitId, levels(scaled, closing)] as const]);
}
