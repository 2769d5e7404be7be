/** A recorded reading, without its time: the other columns of its CSV row. */
export interface RecordedReading {
  readonly epochMs: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A reading as the demo sends it. */
type SentReading = Readonly<Record<string, unknown>> & { readonly createdOn: string };

/** End of the recorded readings, and the whole weeks with readings of every unit that are repeated from then on. */
export interface Recording {
  readonly recordedUntil: string;
  readonly season: { readonly from: string; readonly to: string };
}

/** Readings of a unit after an instant and up to another, in time order, however far from the recording. */
export type Series = (after: number, upTo: number) => SentReading[];

export const inSeason = (
  recorded: readonly RecordedReading[],
  { season }: Pick<Recording, 'season'>,
): readonly RecordedReading[] => {
  const [from, to] = [Date.parse(season.from), Date.parse(season.to)];
  return recorded.filter(({ epochMs }) => epochMs >= from && epochMs < to);
};

/** @param repeated readings of the season as they are sent again */
export function createSeries(
  recorded: readonly RecordedReading[],
  { recordedUntil, season }: Recording,
  repeated = inSeason(recorded, { season }),
): Series {
  const [end, from, to] = [Date.parse(recordedUntil), Date.parse(season.from), Date.parse(season.to)];
  const lapMs = to - from;
  const firstLap = Math.floor((end - from) / lapMs);
  const registerIn = countingOn(recorded, repeated);
  return (after, upTo) => {
    const due = after < end ? recorded.filter(({ epochMs }) => epochMs > after && epochMs <= Math.min(upTo, end)) : [];
    const sent = due.map((reading) => sentAt(reading, reading.epochMs, {}));
    const begin = Math.max(after, end);
    for (let lap = Math.max(firstLap, Math.floor((begin - from) / lapMs)); from + lap * lapMs <= upTo; lap += 1) {
      for (const reading of repeated) {
        const at = reading.epochMs + lap * lapMs;
        if (at > begin && at <= upTo) sent.push(sentAt(reading, at, registerIn(reading, lap - firstLap)));
      }
    }
    return sent;
  };
}

const sentAt = ({ fields }: RecordedReading, at: number, changed: { readonly summedValue?: number }): SentReading => ({
  ...fields,
  ...changed,
  createdOn: new Date(at).toISOString(),
});

const registerOf = ({ fields }: RecordedReading): number => Number(fields['summedValue'] ?? Number.NaN);
/** Registers are recorded with up to six decimals. */
const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;

/**
 * The register of a repetition, which counts on from the end of the recording or of the repetition before. A register
 * below the season's first one is a dropout and stays.
 */
function countingOn(
  recorded: readonly RecordedReading[],
  repeated: readonly RecordedReading[],
): (reading: RecordedReading, lap: number) => { summedValue?: number } {
  const counting = (readings: readonly RecordedReading[]) => readings.filter((reading) => registerOf(reading) > 0);
  const [first, last] = [counting(repeated)[0], counting(repeated).at(-1)];
  const recordedEnd = counting(recorded).at(-1);
  if (first === undefined || last === undefined || recordedEnd === undefined) return () => ({});
  const between = Number(first.fields['value'] ?? 0);
  const gain = registerOf(last) - registerOf(first) + between;
  return (reading, lap) => {
    const register = registerOf(reading);
    if (!(register >= registerOf(first))) return {};
    return { summedValue: rounded(registerOf(recordedEnd) + between + register - registerOf(first) + lap * gain) };
  };
}
