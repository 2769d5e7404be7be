/** A sample of the metrics: `water_queue_jobs{queue="batch",state="queued"} 3`. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a text in the format of Prometheus. Lines that say no number are left out. */
export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
    const number = Number(value);
    if (name === undefined || Number.isNaN(number)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(({ 1: key = '', 2: content = '' }) => [
      key,
      content.replaceAll(/\\(.)/g, '$1'),
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: number }];
  });
}
