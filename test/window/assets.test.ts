import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assetPath, registerAssets } from '../../src/window/assets.ts';
import { newApp } from '../../src/platform/http/surface-app.ts';

const app = newApp();
registerAssets(app);

const STYLES = new URL('../../src/window/assets/styles/', import.meta.url);
const MOST_LINES = 400;

describe('the assets of the pages', () => {
  it('are one style sheet of many small files, each of them in it', async () => {
    const answer = await app.request(assetPath('app.css'), { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    const served = brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString();
    const files = readdirSync(STYLES).map((file) => readFileSync(new URL(file, STYLES), 'utf8'));
    expect(files.filter((text) => !served.includes(text))).toEqual([]);
    expect(files.filter((text) => text.split('\n').length > MOST_LINES)).toEqual([]);
  });

  it('have no module above 40 kB, because charts are drawn by the service and only followed in the browser', async () => {
    const folder = new URL('../../src/window/islands/', import.meta.url);
    const own = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    for (const name of own.map((file) => file.replace(/\.ts$/, ''))) {
      const answer = await app.request(assetPath(`${name}.js`));
      expect([name, answer.status]).toEqual([name, 200]);
      expect([name, (await answer.arrayBuffer()).byteLength < 40_000]).toEqual([name, true]);
    }
    expect(() => assetPath('echarts.js')).toThrow('no asset');
  });

  it('hold the letters of English and Hindi, so that a page looks the same on every machine', async () => {
    const letters = await (await app.request(assetPath('letters.css'))).text();
    const faces = [
      ...letters.matchAll(
        /family: 'Noto Sans'; font-weight: (\d+); font-style: (\w+)[^}]*url\('([^']+)'\)[^}]*range: ([^;]+)/g,
      ),
    ];
    const known = faces.map(
      ([, weight, style, , range]) => `${weight} ${style} ${range?.includes('U+900') ? 'hi' : 'en'}`,
    );
    expect(known.toSorted()).toEqual([
      '400 italic en',
      '400 normal en',
      '400 normal hi',
      '600 normal en',
      '600 normal hi',
    ]);
    for (const [, , , address = ''] of faces) {
      const answer = await app.request(address, { headers: { 'accept-encoding': 'br' } });
      const { headers } = answer;
      expect([answer.status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
        200,
        'font/woff2',
        null,
      ]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
      expect(bytes.length).toBeLessThan(50_000);
    }
  });
});
