import { divided, multiplied, type Ratio, ratioOf, roundedTo } from '../../kernel/measure/ratio.ts';

interface Size {
  readonly quantity: 'volume' | 'energy';
  /** Litres or watt-hours. */
  readonly amount: Ratio;
}

const volume = (litres: number): Size => ({ quantity: 'volume', amount: ratioOf(litres) });
const energy = (wattHours: Ratio): Size => ({ quantity: 'energy', amount: wattHours });
const whole = (numerator: bigint, denominator = 1n): Ratio => ({ numerator, denominator });

/**
 * Gallons, which differ by 20 %, and cubic feet are exact by definition; a watt-hour is 3600 joules. Water utilities of
 * America count in hundreds of cubic feet, or thousands of gallons.
 */
const SIZES = {
  m3: volume(1000),
  KL: volume(1000),
  L: volume(1),
  ML: volume(1_000_000),
  'US gal': volume(3.785411784),
  'imp gal': volume(4.54609),
  'US kgal': volume(3785.411784),
  ft3: volume(28.316846592),
  CCF: volume(2831.6846592),
  kWh: energy(whole(1000n)),
  Wh: energy(whole(1n)),
  MWh: energy(whole(1_000_000n)),
  MJ: energy(whole(1_000_000n, 3600n)),
  GJ: energy(whole(1_000_000_000n, 3600n)),
} as const satisfies Readonly<Record<string, Size>>;

/** A measure in which meters count. */
export type Measure = keyof typeof SIZES;
export const MEASURES = Object.keys(SIZES) as readonly Measure[]; // the keys of this very table

/** Thousandths of a unit's own measure, as the readings of meters are sent. */
export const THOUSANDTHS = 'thousandths';
/** The measure of a tank's readings. */
export const PERCENT = '%';
/** Measures that a file may be declared to be in. */
export const METER_FILE_MEASURES = [...MEASURES, PERCENT, THOUSANDTHS];

/** Other spellings, in lower case without spaces and dots. */
const SPELLINGS: ReadonlyMap<string, Measure> = new Map(
  Object.entries({
    m3: 'm3',
    'm³': 'm3',
    'm^3': 'm3',
    cbm: 'm3',
    cum: 'm3',
    cubicmetre: 'm3',
    cubicmetres: 'm3',
    cubicmeter: 'm3',
    cubicmeters: 'm3',
    kubikmeter: 'm3',
    kl: 'KL',
    kilolitre: 'KL',
    kilolitres: 'KL',
    kiloliter: 'KL',
    kiloliters: 'KL',
    l: 'L',
    ltr: 'L',
    litre: 'L',
    litres: 'L',
    liter: 'L',
    liters: 'L',
    dm3: 'L',
    'dm³': 'L',
    megalitre: 'ML',
    megalitres: 'ML',
    usgal: 'US gal',
    galus: 'US gal',
    usgallons: 'US gal',
    impgal: 'imp gal',
    ukgal: 'imp gal',
    galimp: 'imp gal',
    galuk: 'imp gal',
    uskgal: 'US kgal',
    uskgals: 'US kgal',
    ft3: 'ft3',
    'ft³': 'ft3',
    cuft: 'ft3',
    cubicfeet: 'ft3',
    cf: 'ft3',
    ccf: 'CCF',
    hcf: 'CCF',
    '100cf': 'CCF',
    '100ft3': 'CCF',
    '100cuft': 'CCF',
    '100cubicfeet': 'CCF',
    kwh: 'kWh',
    wh: 'Wh',
    mwh: 'MWh',
    mj: 'MJ',
    gj: 'GJ',
  }),
);
const PERCENTS: ReadonlySet<string> = new Set([PERCENT, 'percent', 'prozent']);
/** Words that name two measures. A person says which one is meant. */
const TWO_MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gal: 'US gal or imp gal',
    gals: 'US gal or imp gal',
    gallon: 'US gal or imp gal',
    gallons: 'US gal or imp gal',
    kgal: 'US kgal, or thousands of imp gal',
    kgals: 'US kgal, or thousands of imp gal',
    ml: 'ML, or thousandths of a litre',
  }),
);

type NamedMeasure = Measure | typeof THOUSANDTHS | typeof PERCENT;

export const plainMeasure = (text: string): string => text.toLowerCase().replaceAll(/[\s.()]/g, '');

/** The measure that a text names; `either`: the text names two, and this is what people are asked. */
export function measureNamed(text: string): NamedMeasure | { readonly either: string } | null {
  const given = text.trim();
  if (given === 'ML') return 'ML';
  const plain = plainMeasure(given);
  if (plain === THOUSANDTHS) return THOUSANDTHS;
  if (PERCENTS.has(plain)) return PERCENT;
  const either = TWO_MEANINGS.get(plain);
  return either === undefined ? (SPELLINGS.get(plain) ?? null) : { either };
}

const sizeOf = (name: string): Size | null => {
  const known = measureNamed(name);
  return typeof known !== 'string' || known === THOUSANDTHS || known === PERCENT ? null : SIZES[known];
};

const MILLI: Ratio = whole(1000n);

/**
 * Thousandths of a unit's own measure in one of another measure; null where the two are not of one kind. What is
 * not known as volume or energy has to be named alike on both sides.
 */
export function thousandthsIn(measure: string, siUnit: string): Ratio | null {
  if (measure === THOUSANDTHS) return whole(1n);
  const [from, to] = [sizeOf(measure), sizeOf(siUnit)];
  if (from === null || to === null) return plainMeasure(measure) === plainMeasure(siUnit) ? MILLI : null;
  const ratio = from.quantity === to.quantity ? divided(from.amount, to.amount) : null;
  return ratio === null ? null : multiplied(ratio, MILLI);
}

/** A figure as readings have it, exact to the millionth. */
export const inThousandths = (figure: number, factor: Ratio): number =>
  roundedTo(6, multiplied(ratioOf(figure), factor));
