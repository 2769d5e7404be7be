/*
 * Instants in the browser, in the service's form (kernel/format/date-text.ts).
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_HOUR_MS = 1_800_000;
/** Half hours by which clocks may be set back: no zone has more than three hours. */
const MOST_HALF_HOURS = 6;

interface ClockTexts {
  /** `04 Jun 2026 14:20`, with the offset where clocks show the time twice. */
  readonly instant: (at: number) => string;
  /** `04 Jun 2026` */
  readonly day: (at: number) => string;
  /** `04 Jun 14:20` */
  readonly hour: (at: number) => string;
}

/** Writers of instants by the clocks of a zone. */
export function clockTexts(timeZone: string): ClockTexts {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const partsOf = (format: Intl.DateTimeFormat, at: number): Record<string, string> =>
    Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const offsetAt = (at: number): string => partsOf(offset, at)['timeZoneName']?.slice('GMT'.length) || '+00:00';

  const monthOf = ({ day, month }: Record<string, string>): string => `${day} ${MONTHS[Number(month) - 1]}`;
  const timeOf = ({ hour, minute }: Record<string, string>): string => `${hour}:${minute}`;
  const plain = (at: number): string => {
    const parts = partsOf(clock, at);
    return `${monthOf(parts)} ${parts['year']} ${timeOf(parts)}`;
  };
  const comesTwice = (at: number, text: string): boolean => {
    const reach = MOST_HALF_HOURS * HALF_HOUR_MS;
    if (offsetAt(at - reach) === offsetAt(at + reach)) return false;
    const steps = Array.from({ length: MOST_HALF_HOURS }, (_, index) => (index + 1) * HALF_HOUR_MS);
    return steps.some((step) => plain(at - step) === text || plain(at + step) === text);
  };
  return {
    instant: (at) => {
      const text = plain(at);
      return comesTwice(at, text) ? `${text} ${offsetAt(at)}` : text;
    },
    day: (at) => plain(at).slice(0, -' 14:20'.length),
    hour: (at) => {
      const parts = partsOf(clock, at);
      return `${monthOf(parts)} ${timeOf(parts)}`;
    },
  };
}
