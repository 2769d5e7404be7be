import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canvasOf, BOX } from '../../../src/balance/drawing/diagram-layout.ts';
import { diagramSvg } from '../../../src/balance/drawing/diagram-svg.ts';
import { COLOURS } from '../../../src/kernel/format/colours.ts';
import { lineFrom, nodeAt, pictureWith, SMALL } from './pictures.ts';

const svg = diagramSvg(pictureWith(SMALL));
/** Width of each line, in the order of the edges. */
const widths = (text: string): number[] =>
  [...text.matchAll(/<path class="s-(?:water|muted)" d="M[^"]*[CQ][^"]*" stroke-width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  );

describe('the picture of a page', () => {
  it('of a small graph is the one that was looked at', () => {
    const golden = new URL('../../golden/diagram.svg', import.meta.url);
    if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(golden, svg);
    expect(svg, 'Look at the difference, then accept it with UPDATE_SNAPSHOT=1').toBe(readFileSync(golden, 'utf8'));
  });

  it('draws lines as wide as what flows, whose widest is 14', () => {
    // BORE 300, TOWN 100.5, COOLING 150 and BOILER 250.5 of at most 300; nobody knows what SILENT had, a level does not
    // flow, IDLE has none.
    const [bore, town, cooling, boiler, silent, tank, idle] = widths(svg);
    expect([bore, town, cooling, boiler]).toEqual([14, 4.7, 7, 11.7]);
    expect([silent, tank, idle]).toEqual([1.2, 1.2, 1.2]);
    expect(svg).toContain('dashed line: no flow');
    expect(svg).toContain('dotted line: flow not known');
  });

  it('knows no flow of a line that is neither the only one into its end nor the only one out of its beginning', () => {
    const nodes = [nodeAt('A', 0, 0, 10), nodeAt('B', 0, 200, 20), nodeAt('C', 400, 0, 15), nodeAt('D', 400, 200, 15)];
    const crossed = diagramSvg(
      pictureWith({ nodes, edges: [lineFrom('A', 'C'), lineFrom('A', 'D'), lineFrom('B', 'C'), lineFrom('B', 'D')] }),
    );
    expect(widths(crossed)).toEqual([1.2, 1.2, 1.2, 1.2]);
    expect(crossed).not.toContain('half as wide');
  });

  it('compares widths within one unit of measure', () => {
    const nodes = [
      nodeAt('A', 0, 0, 10),
      nodeAt('B', 400, 0, 10),
      nodeAt('PUMP', 0, 200, 5000, { siUnit: 'kWh' }),
      nodeAt('GRID', 400, 200, 5000, { siUnit: 'kWh' }),
      nodeAt('C', 800, 0, 5),
    ];
    expect(
      widths(
        diagramSvg(pictureWith({ nodes, edges: [lineFrom('A', 'B'), lineFrom('PUMP', 'GRID'), lineFrom('B', 'C')] })),
      ),
    ).toEqual([14, 1.2, 7]);
  });

  it('cuts no words below a value: where there is little room the legend tells what a sign means', () => {
    const all = { online: false, coverage: 0.02, estimatedShare: 0.25 };
    const [few, many, most] = [{ coverage: 0.02 }, { ...all, estimatedShare: 0 }, all].map((more) =>
      diagramSvg(pictureWith({ nodes: [nodeAt('A', 0, 0, 2.57, { ...more, bound: 'at least' })], edges: [] })),
    );
    expect(few).toContain('>at least · 2\u00a0% measured<');
    expect(many).toContain('>at least · ◌ offline · 2\u00a0%<');
    expect(most).toContain('>at least · ◌ · 2\u00a0% · †<');
    expect(most).toContain('share of the readings that were measured');
  });

  it('takes a share for no flow, however many there are', () => {
    const shares = ['P', 'Q', 'R'].map((id, index) => nodeAt(id, 0, 100 * index, 50, { siUnit: '' }));
    const nodes = [nodeAt('A', 400, 0, 10), nodeAt('B', 800, 0, 10), ...shares];
    expect(
      widths(diagramSvg(pictureWith({ nodes, edges: [lineFrom('A', 'B'), lineFrom('P', 'Q'), lineFrom('Q', 'R')] }))),
    ).toEqual([14, 1.2, 1.2]);
  });

  it('tells every state by a word, and none by colour alone', () => {
    for (const words of [
      '‼ limit reached',
      '◌ offline',
      '† 3\u00a0% estimated',
      '88\u00a0% measured',
      'circle of formulas',
      'no line, no value',
      'hatched, –: not measured',
      'double frame: a level, not a flow',
    ])
      expect(svg).toContain(words);
    expect(svg).toContain('1\u202f234\u202f567.50\u00a0KL');
  });

  it('draws arrows where the edge has a marker', () => {
    expect([...svg.matchAll(/<polygon/g)].length).toBe(SMALL.edges.length - 1);
  });

  it('says in one sentence what is to be seen', () => {
    expect(/<desc[^>]*>(.*)<\/desc>/.exec(svg)?.[1]).toBe(
      '10 nodes and 8 lines, the largest flow being 300 KL from Meter BORE to Meter HUB; 1 at its limit, 2 offline, 2 without a value.',
    );
  });

  it('has the colours of one theme, or of the device; all print as the light one', () => {
    const of = (theme: 'light' | 'dark' | 'auto') => diagramSvg(pictureWith(SMALL, { theme }));
    expect(of('light')).not.toContain(COLOURS.paper.dark);
    expect(of('light')).not.toContain('@media');
    expect(of('dark')).toContain('@media screen{');
    expect(of('auto')).toContain('@media screen and (prefers-color-scheme:dark){');
  });

  it('has all its words in the language of its reader', () => {
    const { nodes } = SMALL;
    const quiet = nodes.map((node) => ({ ...node, data: { ...node.data, label: '१', online: false, coverage: 0.5 } }));
    const hindi = diagramSvg(
      pictureWith({ ...SMALL, nodes: quiet }, { language: 'hi', industryName: '१', title: '१', dateLine: '१' }),
    );
    const texts = [...hindi.matchAll(/<(?:text|title|desc)[^>]*>([^<]*)</g)].map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(nodes.length);
    expect(texts.filter((text) => /[A-Za-z]{3}/.test(text))).toEqual([]);
    expect(hindi).toContain('ऑफ़लाइन');
  });

  it('without nodes says so', () => {
    expect(diagramSvg(pictureWith({ nodes: [], edges: [] }))).toContain('This page has no nodes.');
  });
});

describe('texts of people', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '</text></svg><script>alert(1)</script>',
    '"><image href="https://evil.example/x.png"/>',
    "' onload='alert(1)",
    '&xxe; <!DOCTYPE x>',
    ']]><style>*{fill:red}</style>',
    '\u202egnp.exe\u0000\ufffe\ud800',
    '{}</style><script>',
  ];

  it.each(HOSTILE)('%j stays text wherever it stands', (text) => {
    const nodes = [
      nodeAt('A', 0, 0, 1, { label: text, siUnit: text }),
      nodeAt('B', 400, 0, 1, { label: text, siUnit: text }, text),
    ];
    const line = {
      displayName: text,
      value: 1,
      siUnit: text,
      nodes: [],
      coverage: 1,
      slotsExpected: 1,
      slotsGenuine: 1,
      estimatedShare: 0,
      meters: 1,
      metersMeasured: 1,
      bound: null,
    };
    const edge = lineFrom('A', 'B', {
      id: text,
      sourceHandle: text,
      targetHandle: text,
      markerEnd: text,
      style: { stroke: text },
    });
    const hostile = diagramSvg(
      pictureWith(
        { nodes, edges: [edge] },
        { industryName: text, title: text, dateLine: text, summary: [line], colourOf: () => text },
      ),
    );
    const tags = new Set([...hostile.matchAll(/<\/?([^\s>/]+)/g)].map(([, name]) => name));
    expect([...tags].toSorted()).toEqual([
      'defs',
      'desc',
      'g',
      'path',
      'pattern',
      'polygon',
      'rect',
      'style',
      'svg',
      'text',
      'title',
    ]);
    const attributes = [...hostile.matchAll(/<[^>]*>/g)].flatMap(([tag]) =>
      [...tag.matchAll(/\s([\w:-]+)=/g)].map(([, name]) => name),
    );
    expect(attributes.filter((name) => /^on|href|src|^style$/i.test(name ?? ''))).toEqual([]);
    expect(hostile).not.toMatch(/[\u0000-\u0008\u202e\ufffe]/);
    expect(hostile.isWellFormed()).toBe(true);
    expect([...hostile.matchAll(/url\(([^)]*)\)/g)].every(([, target]) => target === '#wb-hatch')).toBe(true);
  });

  it.each([
    ['#e8f4ff', true],
    ['rgb(0, 128, 255)', true],
    ['hsla(120, 50%, 50%, 0.3)', true],
    ['teal', true],
    ['url(https://evil.example)', false],
    ['red;background:url(x)', false],
    ['expression(alert(1))', false],
    ['var(--x)', false],
    ['#12', false],
  ])('the colour %s is drawn: %s', (colour, isDrawn) => {
    expect(
      diagramSvg(pictureWith(SMALL, { colourOf: (id) => (id === 'HUB' ? colour : null) })).includes(`fill="${colour}"`),
    ).toBe(isDrawn);
  });
});

describe('the canvas', () => {
  const places = fc.array(
    fc.record({ x: fc.integer({ min: -2000, max: 2000 }), y: fc.integer({ min: -2000, max: 2000 }) }),
    { minLength: 1, maxLength: 40 },
  );
  const nodesAt = (points: readonly { x: number; y: number }[]) =>
    points.map((position, index) => ({ id: `N${index}`, position }));

  it('has no boxes that overlap, wherever the nodes were put', () => {
    fc.assert(
      fc.property(places, (points) => {
        const corners = [...canvasOf(nodesAt(points), []).corners.values()];
        const overlaps = corners.flatMap((a, index) =>
          corners.slice(index + 1).filter((b) => Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < BOX.height),
        );
        expect(overlaps).toEqual([]);
      }),
    );
  });

  it('is the same in whatever order the nodes come, and holds all boxes', () => {
    fc.assert(
      fc.property(places, (points) => {
        const nodes = nodesAt(points);
        const [one, other] = [canvasOf(nodes, []), canvasOf(nodes.toReversed(), [])];
        expect(Object.fromEntries(other.corners)).toEqual(Object.fromEntries(one.corners));
        for (const { x, y } of one.corners.values())
          expect(x >= 0 && y >= 0 && x + BOX.width <= one.width + 0.01 && y + BOX.height <= one.height + 0.01).toBe(
            true,
          );
      }),
    );
  });

  it('keeps places that are far enough apart', () => {
    const { corners } = canvasOf(
      [
        { id: 'A', position: { x: -50, y: 10 } },
        { id: 'B', position: { x: 270, y: 130 } },
      ],
      [],
    );
    expect(Object.fromEntries(corners)).toEqual({ A: { x: 0, y: 0 }, B: { x: 320, y: 120 } });
  });
});
