import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import type { UnitGroup } from '../kernel/measure/unit.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { type FieldValue, LineScanner, type PointSink } from './rules/line-protocol/scan-lines.ts';
import { instantOf, type PrecisionName, PRECISIONS } from './rules/line-protocol/timestamp.ts';
import { jsonText, shortenedText } from './rules/json-text.ts';
import { FIRST_INSTANT, MAX_FUTURE_MILLISECONDS, type RefusalCode } from './rules/reading.ts';
import type { SentRow } from './sent-rows.ts';

/** Text is read in pieces of so many bytes, because a line that is not whole is read again with the next piece. */
const BYTES_OF_A_PIECE = 64 * 1024;
/** Length to which a refused line is cut before it is kept. */
const KEPT_CHARACTERS = 1024;
/** JavaScript writes later years in another form. */
const END_OF_DATES: EpochMillis = Date.UTC(10_000, 0, 1);

/** Fields that a reading has by itself. Any other field is a parameter. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['value', 'summedValue', 'interpolated', 'offlinePeriod']);
/** Groups whose readings may name any parameter, declared or not, as in every other form of readings. */
const GROUPS_OF_PARAMETERS: ReadonlySet<UnitGroup> = new Set<UnitGroup>(['ENERGY', 'QUALITY']);

interface Lines {
  readonly units: Industry['units'];
  readonly precision: PrecisionName;
  /** Instant of lines without a timestamp. */
  readonly arrivedAt: EpochMillis;
}

interface Stamp {
  readonly instant: EpochMillis;
  /** The instant as readings write it, or the digits where there is no such instant. */
  readonly createdOn: string;
}

interface Problem {
  readonly code: RefusalCode;
  readonly problem: string;
}

const takesParameter = ({ current, versions }: StoredUnit, name: string): boolean =>
  [current, ...versions.map(({ unit }) => unit)].some(
    ({ group, params }) => GROUPS_OF_PARAMETERS.has(group) || Object.hasOwn(params, name),
  );

/**
 * One line as a row of the contract: tag `unitId`, or `unit` where there is none, and the fields of a reading. Lines of
 * one unit and instant are one reading, as in InfluxDB, because agents write a line for each register that they ask.
 */
class LineReading implements PointSink {
  readonly #lines: Lines;
  #unitId: string | null = null;
  #unit: string | null = null;
  #row: Record<string, unknown> = {};
  #parameters: Record<string, FieldValue> | null = null;
  /** A gateway writes one instant for all its units. */
  #last = { digits: '', stamp: { instant: Number.NaN, createdOn: '' } };

  constructor(lines: Lines) {
    this.#lines = lines;
    this.#last.stamp = { instant: lines.arrivedAt, createdOn: new Date(lines.arrivedAt).toISOString() };
  }

  begin(): void {
    this.#unitId = null;
    this.#unit = null;
    this.#row = { unitId: null, createdOn: '' };
    this.#parameters = null;
  }

  tag(key: string, value: string): void {
    if (key === 'unitId') this.#unitId = value;
    else if (key === 'unit') this.#unit = value;
  }

  field(key: string, value: FieldValue): void {
    if (OWN_FIELDS.has(key)) this.#row[key] = value;
    else {
      // Without a prototype `__proto__` is a name like any other.
      this.#parameters ??= Object.create(null) as Record<string, FieldValue>;
      this.#parameters[key] = value;
    }
  }

  /** The row of the line whose parts were taken last. */
  row(line: number, digits: string): SentRow {
    const row = this.#row;
    const sent = this.#unitId ?? this.#unit;
    const unit = sent === null ? undefined : this.#lines.units.get(sent);
    // The industry's own text, because that of the line would keep the whole piece in memory.
    const unitId = unit?.current.unitId ?? (sent === null ? null : Buffer.from(sent).toString());
    const stamp = this.#stampOf(digits);
    row['unitId'] = unitId;
    row['createdOn'] = stamp.createdOn;
    if (this.#parameters !== null) row['paramValue'] = this.#parameters;
    const problem =
      unitId === null
        ? ({ code: 'unit_missing', problem: "the tag 'unitId' is missing, allowed is the id of a unit" } as const)
        : (this.#problemOfTime(digits, stamp) ?? this.#problemOfParameters(unit));
    if (problem === null) return { line, isPartial: true, row };
    const ofUnit = unitId === null ? {} : { unitId: unitId.slice(0, 200) };
    return { line, isPartial: true, text: jsonText(row), ...problem, ...ofUnit };
  }

  #stampOf(digits: string): Stamp {
    if (digits !== this.#last.digits) {
      const instant = digits === '' ? this.#lines.arrivedAt : instantOf(digits, PRECISIONS[this.#lines.precision]);
      const isDate = Math.abs(instant) < END_OF_DATES;
      this.#last = { digits, stamp: { instant, createdOn: isDate ? new Date(instant).toISOString() : digits } };
    }
    return this.#last.stamp;
  }

  /** A wrong precision is the usual mistake, and a date far away tells nobody of it. */
  #problemOfTime(digits: string, { instant, createdOn }: Stamp): Problem | null {
    const isOld = instant < FIRST_INSTANT;
    if (!isOld && instant <= this.#lines.arrivedAt + MAX_FUTURE_MILLISECONDS) return null;
    return {
      code: isOld ? 'instant_too_old' : 'instant_future',
      problem: `the timestamp ${digits.slice(0, 40)} is ${createdOn.slice(0, 40)} in the precision ${this.#lines.precision}, allowed is from the year 2000 to 24 hours in the future`,
    };
  }

  #problemOfParameters(unit: StoredUnit | undefined): Problem | null {
    if (this.#parameters === null || unit === undefined) return null;
    const { unitId, params } = unit.current;
    for (const name in this.#parameters) {
      if (takesParameter(unit, name)) continue;
      const allowed = [...OWN_FIELDS, ...Object.keys(params)].join(', ');
      return {
        code: 'unknown_field',
        problem: `${shortenedText(name)} is not a field of unit '${unitId}', allowed are ${allowed}`,
      };
    }
    return null;
  }
}

/**
 * Rows of a stream of InfluxDB line protocol (docs/reference/api-choices.md, Readings line protocol), one group per
 * piece. A line that is no point becomes a refused row, and the others are stored. Memory holds a piece and a line.
 */
export async function* lineRows(stream: AsyncIterable<Uint8Array>, lines: Lines): AsyncGenerator<SentRow[]> {
  const scanner = new LineScanner();
  const reading = new LineReading(lines);
  // This decoder skips a byte order mark, which some editors put first.
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  const refused = (): SentRow => ({
    line: scanner.line,
    isPartial: true,
    text: scanner.lineText(KEPT_CHARACTERS),
    problem: scanner.problem,
    code: scanner.isTooLong ? 'line_too_long' : 'not_a_reading',
  });
  const read = (isLast: boolean): SentRow[] => {
    scanner.feed(decoder.decode(Buffer.concat(pieces), { stream: !isLast }), isLast);
    [pieces, bytes] = [[], 0];
    const rows: SentRow[] = [];
    for (let found = scanner.next(reading); found !== null; found = scanner.next(reading))
      rows.push(found === 'point' ? reading.row(scanner.line, scanner.timestamp) : refused());
    return rows;
  };

  for await (const chunk of stream) {
    // One chunk of a body may be many megabytes.
    for (let at = 0; at < chunk.length; at += BYTES_OF_A_PIECE) {
      const piece = chunk.subarray(at, at + BYTES_OF_A_PIECE);
      pieces.push(piece);
      bytes += piece.length;
      if (bytes < BYTES_OF_A_PIECE) continue;
      const rows = read(false);
      if (rows.length > 0) yield rows;
    }
  }
  const rows = read(true);
  if (rows.length > 0) yield rows;
}
