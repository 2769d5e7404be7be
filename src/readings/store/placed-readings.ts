import { NO_PARAMETERS } from '../rules/parse-reading.ts';
import type { Reading } from '../rules/reading.ts';
import type { BusinessPosition } from '../../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';

/** A reading placed on its industry's clock. */
export interface PlacedReading extends Omit<Reading, 'unitId'> {
  readonly unitKey: number;
  /** Position on the industry's clock, in microseconds since 1970-01-01 00:00:00 of that clock. */
  readonly businessMicroseconds: number;
  readonly businessDate: string;
}

const FIRST_CAPACITY = 64;

const orNaN = (value: number | null): number => value ?? Number.NaN;
const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
/** NaN stands for null. */
const isSame = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (Number.isNaN(a) && Number.isNaN(b));
const isSameOrAbsent = (a: number | undefined, b: number | undefined): boolean =>
  a === b || Number.isNaN(a) || Number.isNaN(b);

/**
 * Placed readings column by column, indexed by arrival. The garbage collector would copy one object per reading twice
 * until it is stored, which costs as much as parsing it.
 */
export class PlacedReadings {
  #count = 0;
  #unitKeys = new Int32Array(FIRST_CAPACITY);
  #createdOn = new Float64Array(FIRST_CAPACITY);
  #business = new Float64Array(FIRST_CAPACITY);
  #values = new Float64Array(FIRST_CAPACITY);
  #registers = new Float64Array(FIRST_CAPACITY);
  #offline = new Float32Array(FIRST_CAPACITY);
  #estimated = new Uint8Array(FIRST_CAPACITY);
  readonly #dates: BusinessDate[] = [];
  readonly #parameters = new Map<number, Readonly<Record<string, number>>>();

  get count(): number {
    return this.#count;
  }

  /** Whether any reading has parameters. */
  get hasParameters(): boolean {
    return this.#parameters.size > 0;
  }

  /** @param hasParameters whether the reading has some. The caller knows, and asking an object is costly. */
  add(unitKey: number, reading: Omit<Reading, 'unitId'>, position: BusinessPosition, hasParameters: boolean): void {
    const index = this.#count;
    if (index === this.#unitKeys.length) this.#grow();
    this.#unitKeys[index] = unitKey;
    this.#createdOn[index] = reading.createdOnEpochMs;
    this.#business[index] = position.businessMicroseconds;
    this.#values[index] = orNaN(reading.value);
    this.#registers[index] = orNaN(reading.register);
    this.#offline[index] = orNaN(reading.offlineMinutes);
    this.#estimated[index] = reading.estimated ? 1 : 0;
    this.#dates.push(position.date);
    if (hasParameters) this.#parameters.set(index, reading.parameters);
    this.#count += 1;
  }

  /** Adds a reading of another list. */
  append(other: PlacedReadings, index: number): void {
    const { unitKey, businessMicroseconds, businessDate: _text, ...reading } = other.at(index);
    const date = other.#dates[index];
    if (date === undefined) throw new RangeError(`The list has no reading ${index}.`);
    this.add(unitKey, reading, { businessMicroseconds, date }, reading.parameters !== NO_PARAMETERS);
  }

  #grow(): void {
    const capacity = 2 * this.#unitKeys.length;
    const grown = <A extends Int32Array | Float64Array | Float32Array | Uint8Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.#unitKeys = grown(new Int32Array(capacity), this.#unitKeys);
    this.#createdOn = grown(new Float64Array(capacity), this.#createdOn);
    this.#business = grown(new Float64Array(capacity), this.#business);
    this.#values = grown(new Float64Array(capacity), this.#values);
    this.#registers = grown(new Float64Array(capacity), this.#registers);
    this.#offline = grown(new Float32Array(capacity), this.#offline);
    this.#estimated = grown(new Uint8Array(capacity), this.#estimated);
  }

  // An index comes from this object or an order made of it, so it has a reading.
  unitKey = (index: number): number => this.#unitKeys[index] ?? 0;
  createdOn = (index: number): EpochMillis => this.#createdOn[index] ?? 0;
  businessMicroseconds = (index: number): number => this.#business[index] ?? 0;
  businessDate = (index: number): string => this.#dates[index] ?? '';
  value = (index: number): number | null => orNull(this.#values[index]);
  register = (index: number): number | null => orNull(this.#registers[index]);
  offlineMinutes = (index: number): number | null => orNull(this.#offline[index]);
  estimated = (index: number): boolean => this.#estimated[index] === 1;
  parameters = (index: number): Readonly<Record<string, number>> => this.#parameters.get(index) ?? NO_PARAMETERS;

  at(index: number): PlacedReading {
    return {
      unitKey: this.unitKey(index),
      createdOnEpochMs: this.createdOn(index),
      businessMicroseconds: this.businessMicroseconds(index),
      businessDate: this.businessDate(index),
      value: this.value(index),
      register: this.register(index),
      estimated: this.estimated(index),
      offlineMinutes: this.offlineMinutes(index),
      parameters: this.parameters(index),
    };
  }

  /** Gives a reading the figures of an earlier one that it lacks. A measured reading takes none of an estimate. */
  fill(index: number, earlier: number): void {
    if (this.estimated(earlier) && !this.estimated(index)) return;
    for (const column of [this.#values, this.#registers, this.#offline])
      if (Number.isNaN(column[index])) column[index] = column[earlier] ?? Number.NaN;
    const parameters = this.#parameters.get(earlier);
    if (parameters !== undefined) this.#parameters.set(index, { ...parameters, ...this.parameters(index) });
  }

  /**
   * Whether two readings are equal in all but unit and instant.
   * @param isPartial in all figures that both have
   */
  sayTheSame(a: number, b: number, isPartial: boolean): boolean {
    const same = isPartial ? isSameOrAbsent : isSame;
    return (
      same(this.#values[a], this.#values[b])
      && same(this.#registers[a], this.#registers[b])
      && this.#estimated[a] === this.#estimated[b]
      && same(this.#offline[a], this.#offline[b])
      && sameParameters(this.parameters(a), this.parameters(b), isPartial)
    );
  }
}

function sameParameters(a: PlacedReading['parameters'], b: PlacedReading['parameters'], isPartial: boolean): boolean {
  const names = Object.keys(a);
  if (isPartial) return names.every((name) => !Object.hasOwn(b, name) || a[name] === b[name]);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
