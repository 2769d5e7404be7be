import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bucketArchive } from '../../../src/keeping/archive-files/s3.ts';
import { archiveMonths, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import { afterFile } from '../../support/after-file.ts';
import { mintId, testContext } from '../../support/database.ts';
import { at, process, send, unit, works } from '../../figures/processing/works.ts';
import { BUCKET, startS3 } from '../archive-files/s3-server.ts';
import { ACTOR, archivingTo, month, temporaryDirectory } from '../archive/months.ts';
import { icebergRows } from './engines.ts';

it('a bucket has tables of its own names, with a month while its files are there', async () => {
  const directory = temporaryDirectory();
  const server = await startS3(join(directory, 'objects'));
  afterFile(() => server.close());
  const settings = { ...BUCKET, endpoint: server.endpoint };
  const context = await testContext('2026-04-01T12:00:00Z');
  const archiving = archivingTo(context, directory);
  const bucket = { ...archiving, config: { ...archiving.config, archive: settings } };
  const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')], { industryId: mintId('A.B') });
  await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-01-31', 5), value: 1 / 3 }]);
  await process(context, industry, '2026-01-31', '2026-02-01');

  await archiveMonths(bucket, ACTOR, industry, [month('01/2026')], true);
  const fetched = join(directory, 'fetched');
  const rows = () =>
    icebergRows('s3://water-archive/sites/north/lake/readings', undefined, async (address) => {
      const [, name = ''] = /^https:\/\/water-archive\.s3\.amazonaws\.com\/sites\/north\/(.*)$/.exec(address) ?? [];
      return (await bucketArchive(settings).get(name, fetched)) ? readFileSync(fetched) : null;
    });
  expect(await rows()).toMatchObject([{ industry_id: industry.industryId, unit_id: 'M1', value: 1 / 3 }]);

  await restoreFromArchive(bucket, ACTOR, industry, month('01/2026'), false);
  expect(await rows()).toHaveLength(1);
  await restoreFromArchive(bucket, ACTOR, industry, month('01/2026'), true);
  expect(await rows()).toEqual([]);
});
