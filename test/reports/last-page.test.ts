import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { REPORT_SERVICES, type ReportType } from '../../src/reports/rules/terms.ts';
import { SERVICES_OF_TYPE } from '../../src/reports/rules/services-of-type.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { pdfReport } from '../../src/reports/writers/pdf.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';
import { asked } from './asked.ts';

/* Prints of the sample industry: nobody turns a page for a few lines. */

let context: TestContext;
let industry: Industry;

const [FROM, TO] = [Date.parse('2026-01-12T00:00:00Z'), Date.parse('2026-01-17T00:00:00Z')];

beforeAll(async () => {
  context = await testContext('2026-02-02T00:30:00Z');
  industry = await provisionSample(context, 'sample-industry');
  await importSample(context, industry, undefined, (row) => {
    const at = Date.parse(String(Reflect.get(Object(row), 'createdOn')));
    return at >= FROM && at < TO;
  });
});

const MARGIN = 51;
const LEAST_OF_LAST_PAGE = 0.2;

/** Of the room between the margins, down to the last line above the footer. */
async function shareOfLastPage(bytes: Uint8Array): Promise<{ pages: number; share: number }> {
  const pdf = await getDocumentProxy(bytes);
  const page = await pdf.getPage(pdf.numPages);
  const height = Number(page.view[3]);
  const { items } = await page.getTextContent();
  const feet = items.flatMap((item) =>
    'str' in item && item.str.trim() !== '' && Number(item.transform[5]) > MARGIN ? [Number(item.transform[5])] : [],
  );
  return { pages: pdf.numPages, share: (height - MARGIN - Math.min(...feet)) / (height - 2 * MARGIN) };
}

const printed = async (...given: Parameters<typeof asked>): ReturnType<typeof shareOfLastPage> =>
  await shareOfLastPage(await pdfReport(await buildReport(context, industry, asked(...given))));

describe('the last page of a print', () => {
  it.each([
    // The sample has no rain meter.
    ...REPORT_SERVICES.filter((service) => service !== 'rain_water').flatMap((service) =>
      (['daily', 'monthly', 'custom', 'granular'] as const)
        .filter((type: ReportType) => SERVICES_OF_TYPE[type].includes(service))
        .slice(0, 1)
        .map((type) => [service, type, 'v1'] as const),
    ),
    // These had a few lines alone on a page of their own.
    ['water', 'granular', 'v1'] as const,
    ['water_balance', 'custom', 'v1'] as const,
    ['level', 'granular', 'v2'] as const,
    ['level', 'monthly', 'v2'] as const,
    ['custom_water', 'granular', 'v1'] as const,
    ['energy', 'granular', 'v2'] as const,
  ])('is the only one or has at least a fifth of its height used: %s, %s, %s', async (service, reportType, layout) => {
    const { pages, share } = await printed(service, reportType, '2026-01-15', {
      layout,
      ...(reportType === 'granular' || reportType === 'custom'
        ? { endDate: reportType === 'custom' ? '2026-01-17' : '2026-01-15' }
        : {}),
    });
    if (pages > 1) expect(share).toBeGreaterThan(LEAST_OF_LAST_PAGE);
  });

  it('is the third of a day of energy', async () => {
    expect((await printed('energy', 'daily', '2026-01-15')).pages).toBe(3);
  });
});
