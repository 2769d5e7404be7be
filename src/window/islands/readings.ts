/*
 * The chart of a unit's readings, from a year down to each one. The service thins them for the width of the screen, so
 * every zoom asks anew. The library is loaded when somebody opens the chart.
 */

import { clockTexts } from './clock-text.ts';

interface Thinned {
  readonly siUnit: string;
  readonly readings: number;
  readonly estimated: number;
  readonly points: readonly { readonly x: string; readonly y: number | null }[];
  readonly gaps: readonly Span[];
  readonly estimatedSpans: readonly Span[];
  readonly removed: readonly Span[];
}
interface Span {
  readonly from: string;
  readonly to: string;
}

/** The used part of echarts. */
interface Chart {
  setOption(option: object, terms?: object): void;
  dispatchAction(action: object): void;
  on(name: string, act: () => void): void;
  getOption(): { dataZoom: readonly { startValue: number; endValue: number }[] };
  resize(): void;
}
interface Echarts {
  init(place: HTMLElement, theme: null, terms: { renderer: 'svg' }): Chart;
}

const DAY_MS = 86_400_000;
const SHORTEST_MS = 3_600_000;
/** Longest span that the service gives at once. */
const LONGEST_MS = 1100 * DAY_MS;
const SETTLE_MILLISECONDS = 200;
/** Number of points up to which each is marked. */
const MOST_MARKED = 300;

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function part<E extends Element>(place: HTMLElement, selector: string): E {
  const found = place.querySelector<E>(selector);
  if (found === null) throw new Error(`The place of the readings has no ${selector}.`);
  return found;
}

function build(place: HTMLElement): { open: () => Promise<void>; refresh: () => void } {
  const data = place.dataset;
  const canvas = part<HTMLElement>(place, '.plot');
  const told = part<HTMLElement>(place, '.told');
  const measure = part<HTMLSelectElement>(place, 'select');
  const texts = JSON.parse(data['texts'] ?? '{}') as Record<string, string>; // written by the page
  const clock = clockTexts(data['timezone'] ?? 'UTC');
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
  const figure = (value: number): string => number.format(value).replaceAll(',', '\u202f').replace('-', '\u2212');

  /** Now by the service's clock, because the reader's may be wrong. */
  const now = (): number => Number(data['now']) + Math.floor(performance.now());
  const end = Date.parse(data['to'] ?? '');
  const full = { from: Date.parse(data['from'] ?? ''), to: Math.min(end, now()) };
  /** Whether the view ends now. A view of a past span does not, until the reader goes there. */
  let endsNow = end >= now();
  let view = { ...full };
  let chart: Chart | null = null;
  let asked = 0;

  const address = (): string => {
    const query = new URLSearchParams({
      unitId: data['readings'] ?? '',
      from: new Date(view.from).toISOString(),
      to: new Date(view.to).toISOString(),
      points: String(Math.max(400, Math.min(8000, Math.round(canvas.clientWidth * 2)))),
    });
    if (measure.value.startsWith('parameter:')) query.set('parameter', measure.value.slice('parameter:'.length));
    else query.set('measure', measure.value);
    return `/app/api/user/readings/thinned?${query}`;
  };

  const areas = (spans: readonly Span[], name: string): object => ({
    type: 'line',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      itemStyle: { color: colour(name), opacity: name === 'line' ? 0.45 : 0.16 },
      data: spans.slice(0, 400).map(({ from, to }) => [{ xAxis: Date.parse(from) }, { xAxis: Date.parse(to) }]),
    },
  });

  function draw(thinned: Thinned): void {
    const points = thinned.points.map(({ x, y }) => [Date.parse(x), y]);
    const isLong = view.to - view.from > 4 * DAY_MS;
    chart?.setOption(
      {
        animation: false,
        textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: colour('ink') },
        grid: { left: 8, right: 16, top: 32, bottom: 72, containLabel: true },
        tooltip: {
          trigger: 'axis',
          backgroundColor: colour('paper'),
          borderColor: colour('line'),
          textStyle: { color: colour('ink') },
          renderMode: 'richText',
          formatter: (shown: readonly { value: [number, number | null] }[]) => {
            const [at, value] = shown[0]?.value ?? [0, null];
            return `${clock.instant(at)}\n${value === null ? '–' : `${figure(value)} ${thinned.siUnit}`}`;
          },
        },
        xAxis: {
          type: 'time',
          min: full.from,
          max: full.to,
          axisLine: { lineStyle: { color: colour('muted') } },
          axisLabel: {
            color: colour('muted'),
            hideOverlap: true,
            formatter: (at: number) => (isLong ? clock.day(at) : clock.hour(at)),
          },
        },
        yAxis: {
          type: 'value',
          name: thinned.siUnit,
          nameTextStyle: { color: colour('muted') },
          scale: measure.value !== 'value',
          axisLabel: { color: colour('muted'), formatter: figure },
          splitLine: { lineStyle: { color: colour('line') } },
        },
        dataZoom: [
          { type: 'inside', filterMode: 'none', startValue: view.from, endValue: view.to, minValueSpan: SHORTEST_MS },
          {
            type: 'slider',
            filterMode: 'none',
            startValue: view.from,
            endValue: view.to,
            minValueSpan: SHORTEST_MS,
            showDataShadow: false,
            borderColor: colour('line'),
            textStyle: { color: colour('muted') },
            labelFormatter: (at: number) => clock.day(at),
          },
        ],
        series: [
          {
            type: 'line',
            data: points,
            step: measure.value === 'register' ? 'end' : false,
            showSymbol: points.length <= MOST_MARKED,
            symbolSize: 4,
            lineStyle: { width: 1.2, color: colour('water') },
            itemStyle: { color: colour('water') },
          },
          areas(thinned.gaps, 'line'),
          areas(thinned.estimatedSpans, 'medium'),
        ],
      },
      { replaceMerge: ['series'] },
    );
  }

  function say(thinned: Thinned): void {
    const sentence =
      thinned.readings === 0
        ? (texts['none'] ?? '')
        : Object.entries({
            from: clock.instant(view.from),
            to: clock.instant(view.to),
            readings: figure(thinned.readings),
            gaps: figure(thinned.gaps.length),
            estimated: figure(thinned.estimated),
          }).reduce((text, [name, value]) => text.replace(`{${name}}`, value), texts['shown'] ?? '');
    const spans = thinned.removed.map(
      ({ from, to }) => `${clock.instant(Date.parse(from))} – ${clock.instant(Date.parse(to))}`,
    );
    const removed = spans.length === 0 ? '' : ` ${(texts['removed'] ?? '').replace('{spans}', spans.join('; '))}`;
    told.textContent = sentence + removed;
  }

  /** Asks for the visible span. An answer that was overtaken is dropped. */
  async function load(answering = fetch(address())): Promise<void> {
    const turn = (asked += 1);
    try {
      const answer = await answering;
      const body = (await answer.json()) as { message: string; data: Thinned }; // of the documented endpoint
      if (turn !== asked) return;
      if (!answer.ok) throw new Error(body.message);
      draw(body.data);
      say(body.data);
    } catch (error) {
      if (turn === asked) told.textContent = `${texts['failed'] ?? ''} ${String(error)}`;
    }
  }

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void load(), SETTLE_MILLISECONDS);
  };

  /** Shows another span. A span beyond the year widens the range. */
  function show(from: number, to: number): void {
    const length = Math.min(Math.max(to - from, SHORTEST_MS), LONGEST_MS);
    const present = now();
    const until = Math.min(to, present);
    endsNow ||= to >= present;
    view = { from: until - length, to: until };
    full.from = Math.min(full.from, view.from);
    full.to = Math.max(full.to, view.to);
    void load();
  }

  const moves: Readonly<Record<string, () => void>> = {
    in: () => {
      const quarter = (view.to - view.from) / 4;
      show(view.from + quarter, view.to - quarter);
    },
    out: () => {
      const half = (view.to - view.from) / 2;
      show(view.from - half, Math.min(view.to + half, full.to));
    },
    earlier: () => show(view.from - (view.to - view.from) / 2, view.to - (view.to - view.from) / 2),
    later: () => show(view.from + (view.to - view.from) / 2, view.to + (view.to - view.from) / 2),
  };
  for (const button of place.querySelectorAll<HTMLElement>('[data-zoom]'))
    button.addEventListener('click', () => moves[button.dataset['zoom'] ?? '']?.());
  measure.addEventListener('change', () => void load());

  return {
    async open() {
      if (chart !== null) return;
      told.textContent = texts['loading'] ?? '';
      // The service answers while the library is loaded. A failure is shown once the chart is there.
      const answering = fetch(address());
      answering.catch(() => {});
      const echarts = (await import(data['echarts'] ?? '')) as Echarts; // the library's own module
      chart = echarts.init(canvas, null, { renderer: 'svg' });
      chart.on('datazoom', () => {
        const [zoom] = chart?.getOption().dataZoom ?? [];
        if (zoom === undefined) return;
        view = { from: Math.round(zoom.startValue), to: Math.round(zoom.endValue) };
        soon();
      });
      addEventListener('resize', () => {
        chart?.resize();
        soon();
      });
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon);
      await load(answering);
    },
    /** Reads again, if the view ends now. */
    refresh() {
      if (chart === null || !endsNow || view.to < full.to) return;
      full.to = now();
      view = { ...view, to: full.to };
      soon();
    },
  };
}

for (const place of document.querySelectorAll<HTMLElement>('[data-readings]')) {
  const { open, refresh } = build(place);
  const details = place.closest('details');
  if (details === null || details.open) void open();
  details?.addEventListener('toggle', () => {
    if (details.open) void open();
  });
  document.addEventListener('anew', refresh);
}
