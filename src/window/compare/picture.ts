import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { px } from '../../kernel/format/svg-text.ts';
import { placesOfChart } from '../../reports/draw-chart.ts';
import type { ChartSection } from '../../reports/rules/document.ts';
import { pointerChart } from '../charts/axis.ts';
import { boundText, measuredOrSilent, MISSING } from '../figures.ts';
import type { Markup, Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { AskedComparison } from './asked.ts';
import { type PictureSize, SIZES } from './file.ts';
import { type ComparisonAnswer, sideName } from './series.ts';
import { hoursText, profileDecimals, rowDecimals } from './tables.ts';

/** Words of each point of a chart, by row and side; empty: the side has no such row. */
interface Over {
  readonly names: readonly string[];
  readonly words: readonly (readonly string[])[];
}

/** Days or hours in words, their figures as the table has them. */
export function overRows(visit: Visit, { sides, rows }: ComparisonAnswer, asked: AskedComparison): Over {
  const { texts } = visit;
  const decimals = rowDecimals({ sides, rows });
  return {
    names: rows.map(({ name }) => name),
    words: rows.map(({ points }) =>
      sides.map((side, at) => {
        const point = points[at] ?? null;
        if (point === null) return '';
        const told =
          point.y === null
            ? MISSING
            : `${boundText(point.bound, texts)}${figureText(point.y, decimals[at] ?? 0)} ${side.siUnit}`.trim();
        return `${sideName(visit, side, asked)} ${told}, ${measuredOrSilent(point, texts)}`;
      }),
    ),
  };
}

/** Means by the hour in words, their figures as the table has them. */
export function overProfile(visit: Visit, found: ComparisonAnswer, asked: AskedComparison): Over {
  const { texts } = visit;
  const { sides, profile } = found;
  const decimals = profileDecimals(found);
  return {
    names: (profile ?? []).map(({ name }) => name),
    words: (profile ?? []).map(({ sides: of }) =>
      sides.map((side, at) => {
        const one = of[at];
        if (one === undefined || one.expectedHours === 0) return '';
        const told = one.mean === null ? MISSING : `${figureText(one.mean, decimals[at] ?? 0)} ${side.siUnit}`.trim();
        return `${sideName(visit, side, asked)} ${told}, ${fill(texts.figures.measured, { share: hoursText(one, texts) })}`;
      }),
    ),
  };
}

const SIZE_NAMES: readonly PictureSize[] = ['wide', 'narrow'];

/**
 * A picture of its own loads its own styles, which a page may not have inline. Over it lie the words of its points.
 * @param address of this page with more in it
 */
export function comparedPicture(
  visit: Visit,
  section: ChartSection,
  over: Over,
  address: (visit: Visit, more: Readonly<Record<string, string>>) => string,
): Markup {
  const source = (size: PictureSize): string => address(visit, { file: 'svg', size, picture: section.id });
  return html`<figure class="chart">
    ${pointerChart(
      visit.texts.figures.chartKeys,
      html`<picture>
          <source media="(max-width: 640px)" srcset="${source('narrow')}" />
          <img class="compared" src="${source('wide')}" alt="${section.alternative}" />
        </picture>
        ${SIZE_NAMES.map((size) => wordsOver(visit, section, over, size))}`,
    )}
  </figure>`;
}

function wordsOver(
  { clock, language }: Pick<Visit, 'clock' | 'language'>,
  section: ChartSection,
  { names, words }: Over,
  size: PictureSize,
): Markup {
  const { width } = SIZES[size];
  const { height, drawings } = placesOfChart(section, {
    ...SIZES[size],
    timezone: clock.timezone,
    locale: 'und',
    language,
  });
  const of = (row: number, drawing: number): string => {
    const all = words[row] ?? [];
    const told = drawings.length === 1 ? all : all.slice(drawing, drawing + 1);
    return `${names[row] ?? ''}: ${told.filter((one) => one !== '').join('; ')}`;
  };
  return html`<svg class="${size} over" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${drawings.map(({ top, bottom, middles }, drawing) => {
      const [first = 0, second = width] = middles;
      const step = Math.abs(second - first);
      return middles.map(
        (middle, row) =>
          html`<rect
            class="target"
            x="${px(middle - step / 2)}"
            y="${px(top)}"
            width="${px(step)}"
            height="${px(bottom - top)}"
            ><title>${of(row, drawing)}</title></rect
          >`,
      );
    })}
  </svg>`;
}
