import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chart } from '../../../src/reports/rules/document.ts';
import { chartSvg } from '../../../src/reports/writers/chart-svg.ts';
import { linesIn } from '../../../src/reports/writers/chart-textures.ts';

const COURSES = ['rising', 'falling', 'level', 'upright'] as const;
const length = fc.integer({ min: -500, max: 900 });
const size = fc.integer({ min: 1, max: 300 });
const EPSILON = 1e-9;

describe('the lines of a texture', () => {
  it.each(COURSES)('that are %s begin and end within the rectangle, and lie on one grid', (course) => {
    fc.assert(
      fc.property(length, length, size, size, fc.integer({ min: 2, max: 9 }), (left, top, width, height, gap) => {
        const box = { left, top, right: left + width, bottom: top + height };
        for (const [x1, y1, x2, y2] of linesIn(box, { course, gap })) {
          for (const x of [x1, x2]) expect(x >= box.left - EPSILON && x <= box.right + EPSILON).toBe(true);
          for (const y of [y1, y2]) expect(y >= box.top - EPSILON && y <= box.bottom + EPSILON).toBe(true);
          const place = { rising: x1 + y1, falling: x1 - y1, level: y1, upright: x1 }[course];
          const end = { rising: x2 + y2, falling: x2 - y2, level: y2, upright: x2 }[course];
          expect(Math.abs(place - end)).toBeLessThan(EPSILON);
          expect(Math.abs(place % gap)).toBeLessThan(EPSILON);
        }
      }),
    );
  });

  it('fill a square of 10 by its diagonals: at 5 from each other there are three', () => {
    const box = { left: 0, top: 0, right: 10, bottom: 10 };
    expect(linesIn(box, { course: 'rising', gap: 5 })).toEqual([
      [0, 5, 5, 0],
      [0, 10, 10, 0],
      [5, 10, 10, 5],
    ]);
  });
});

const attributesTwice = (svg: string): string[] =>
  [...svg.matchAll(/<\w+([^>]*)>/g)].flatMap(([element, attributes = '']) => {
    const names = [...attributes.matchAll(/ ([\w:-]+)=/g)].map(([, name]) => name);
    return new Set(names).size === names.length ? [] : [element];
  });

describe('a chart of several series', () => {
  const chart: Chart = {
    form: 'stacked-bar',
    unit: 'KL',
    x: ['a', 'b', 'c'].map((label) => ({ label })),
    series: ['In', 'Out', 'Rain'].map((name, at) => ({
      name,
      token: (['water', 'stock', 'ground'] as const)[at] ?? 'water',
      values: [10, null, 30],
      estimated: [false, false, false],
    })),
    limits: [],
    zeroLine: true,
  };
  const svg = chartSvg(
    { kind: 'chart', id: 'c', title: 'T', chart, alternative: 'A.' },
    { width: 720, timezone: 'UTC', locale: 'und', language: 'en' },
  );

  it('has each attribute of an element once, also where bars of estimates have a border', () => {
    const series = chart.series.map((one) => ({ ...one, estimated: [true, true, true] }));
    const estimated = chartSvg(
      { kind: 'chart', id: 'c', title: 'T', chart: { ...chart, series }, alternative: 'A.' },
      { width: 720, timezone: 'UTC', locale: 'und', language: 'en' },
    );
    expect(attributesTwice(estimated)).toEqual([]);
  });

  it('tells its second series from what was not measured by the course of the lines', () => {
    const areLevel = (colour: string): boolean =>
      [
        ...svg.matchAll(
          new RegExp(`<path d="(M[^"]*)"[^>]* fill="none" stroke="${colour}" stroke-width="1(?:\\.6)?"`, 'g'),
        ),
      ]
        .flatMap(([, lines = '']) => [...lines.matchAll(/M\S+ ([\d.]+)L\S+ ([\d.]+)/g)])
        .slice(0, 3)
        .every(([, y1, y2]) => y1 === y2);
    // Paper is the colour of a texture, and that of rules is the colour of the hatch.
    expect([areLevel('#ffffff'), areLevel('#d5dde4')]).toEqual([true, false]);
  });

  it('has lines for all but the first, and for what was not measured, and no pattern', () => {
    expect(svg).not.toMatch(/<pattern|url\(|rgb\(1,2,|#fffefd/);
    const textured = [...svg.matchAll(/<path d="M[^"]*"[^>]* fill="none" stroke="(#\w+)" stroke-width="1(?:\.6)?"/g)];
    // Two bars and a sign of the legend for each of two series, and one gap.
    expect(textured.map(([, colour]) => colour).filter((colour) => colour === '#ffffff')).toHaveLength(6);
    expect(textured.some(([, colour]) => colour === '#d5dde4')).toBe(true);
  });
});
