import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagramSvg } from '../../../src/balance/drawing/diagram-svg.ts';
import { nodeAt, lineFrom, pictureWith, SMALL } from '../../balance/drawing/pictures.ts';
import { openBrowser } from '../../support/browser.ts';

/* Pictures as a browser draws them, measured where people look. */

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Runs in the page: boxes of all texts that are drawn, and of the paper. */
const MEASURE = `(() => {
  const svg = new DOMParser().parseFromString(window.given, 'image/svg+xml').documentElement;
  if (svg.nodeName !== 'svg') return { problem: svg.textContent };
  const shown = document.body.appendChild(document.importNode(svg, true));
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { text: element.textContent, left, top, right, bottom }; };
  return { problem: null, paper: box(shown), texts: [...shown.querySelectorAll('text')].map(box), boxes: [...shown.querySelectorAll('g > rect.f-panel:first-of-type')].map(box), ran: window.ran === true };
})()`;

interface Box {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Measured {
  problem: string | null;
  paper: Box;
  texts: Box[];
  boxes: Box[];
  ran: boolean;
}

async function measure(svg: string): Promise<Measured & { asked: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
  });
  await page.setContent('<body style="margin:0"></body>');
  await page.evaluate((given) => {
    Reflect.set(globalThis, 'given', given);
  }, svg);
  const measured = (await page.evaluate(MEASURE)) as Measured; // what the script above gives
  await page.close();
  return { ...measured, asked };
}

const overlapping = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3,
      )
      .map((b) => `${a.text} | ${b.text}`),
  );
const cutOff = ({ paper, texts }: Measured): string[] =>
  texts
    .filter(
      ({ left, right, top, bottom }) =>
        left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom,
    )
    .map(({ text }) => text);

const HOSTILE = '<img src=x onerror="window.ran=true">]]></text><script>window.ran=true</script>';

describe('a picture in a browser', () => {
  it('is well-formed, with no text over another and none cut off', async () => {
    const measured = await measure(diagramSvg(pictureWith(SMALL)));
    expect(measured.problem).toBeNull();
    expect(measured.texts.length).toBeGreaterThan(30);
    expect([overlapping(measured.texts), cutOff(measured)]).toEqual([[], []]);
  });

  it('runs nothing and asks for nothing, whatever people typed, and keeps long texts inside', async () => {
    const names = [
      HOSTILE,
      'W'.repeat(200),
      'जल शोधन संयंत्र का मुख्य प्रवेश द्वार और उसका दूसरा मीटर',
      'Cooling tower number one of the northern hall, make-up water',
    ];
    // Where a canvas library puts what nobody has placed: all over each other.
    const nodes = names.map((label, index) =>
      nodeAt(`N${index}`, index * 7, index * -5, index * 1e6 + 0.25, {
        label,
        meta: { limitReached: true },
        online: false,
        coverage: 0.5,
        estimatedShare: 0.5,
      }),
    );
    const summary = names.map((displayName) => ({
      displayName,
      value: 123_456_789.12,
      siUnit: HOSTILE,
      nodes: [],
      coverage: 0.5,
      slotsExpected: 2,
      slotsGenuine: 1,
      estimatedShare: 0,
      meters: 1,
      metersMeasured: 1,
      bound: null,
    }));
    for (const name of names) {
      const measured = await measure(
        diagramSvg(
          pictureWith(
            { nodes, edges: [lineFrom('N0', 'N1'), lineFrom('N2', 'N3')] },
            { industryName: name, title: name, dateLine: name, summary, colourOf: () => HOSTILE },
          ),
        ),
      );
      expect([measured.problem, measured.ran, measured.asked]).toEqual([null, false, []]);
      expect([overlapping(measured.texts), cutOff(measured)]).toEqual([[], []]);
    }
  });
});
