import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CANTERBURY } from '../../../scripts/demo/sample.ts';
import { createSeries, type RecordedReading } from '../../../scripts/demo/series.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { parseInstant } from '../../../src/kernel/time/instant.ts';
import { csvRows } from '../../../src/readings/csv-rows.ts';
import type { TestContext } from '../../support/database.ts';
import { provisionSample } from '../../support/sample-industry.ts';
import { process, send } from './works.ts';

/** The sample industry with its CB_BORE_1 from July on, which the demo lets count on in August. */
export async function sampleWithBore(
  context: TestContext,
  change?: Parameters<typeof provisionSample>[2],
): Promise<Industry> {
  const industry = await provisionSample(context, 'sample-industry', change);
  const recorded: RecordedReading[] = [];
  const file = new URL('../../../scripts/sample-data/readings-CB_BORE_1.csv.gz', import.meta.url);
  for await (const rows of csvRows(createReadStream(file).pipe(createGunzip())))
    for (const raw of rows) {
      if (!('row' in raw) || typeof raw.row !== 'object' || raw.row === null) continue;
      const { createdOn, unitId: _, ...fields } = raw.row as Record<string, unknown>; // a CSV row: text by column
      recorded.push({ epochMs: parseInstant(createdOn) ?? 0, fields });
    }
  const series = createSeries(recorded, CANTERBURY);
  const sent = series(Date.parse('2026-06-30T06:00:00+12:00'), Date.parse('2026-08-03T06:00:00+12:00'));
  await send(
    context,
    industry,
    sent.map(({ createdOn, ...fields }) => ({
      unitId: 'CB_BORE_1',
      createdOn,
      value: Number(fields['value']),
      summedValue: Number(fields['summedValue']),
    })),
  );
  await process(context, industry, '2026-07-01', '2026-08-02', { unitIds: new Set(['CB_BORE_1']) });
  return industry;
}
