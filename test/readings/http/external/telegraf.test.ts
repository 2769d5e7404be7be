import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../../src/platform/http/server.ts';
import { mintKey } from '../../keys/support.ts';
import { mintWorks, stored } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { exchange, telegrafOutputs, telegrafRequests } from '../../../support/telegraf.ts';
import { testApp } from '../../../service/support/app-fixture.ts';

const POINTS =
  'modbus,host=gate-1,name=inlet,slave_id=1,type=holding_register,unitId=M1 summedValue=128400i,value=800 1795240800000000000\n'
  + 'mqtt_consumer,host=gate-1,topic=site/lab\\ 1,unitId=LAB ph=7.25,tds=410 1795240800000000000\n';

let context: TestContext;
let server: RunningServer;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  server = await startServer(testApp(context), '127.0.0.1', 0);
});
afterAll(() => server.stop());

const statusOf = (answer: string): string => answer.split('\r\n')[0] ?? '';

it.each(['gzip', 'identity'])('Telegraf writes with outputs.influxdb_v2 and outputs.influxdb, %s', async (encoding) => {
  const industry = await mintWorks(context);
  const { text } = await mintKey(context, industry);
  const outputs = telegrafOutputs(`
[[outputs.influxdb_v2]]
  urls = ["${server.url}"]
  token = "${text}"
  organization = "works"
  bucket = "water"
  content_encoding = "${encoding}"
[[outputs.influxdb]]
  urls = ["${server.url}"]
  username = "telegraf"
  password = "${text}"
  content_encoding = "${encoding}"
`);
  expect(outputs.map(({ plugin }) => plugin)).toEqual(['influxdb_v2', 'influxdb']);
  const answers: string[] = [];
  for (const request of outputs.flatMap((output) => telegrafRequests(output, POINTS)))
    answers.push(statusOf(await exchange(server.url, request)));
  expect(answers).toEqual(['HTTP/1.1 204 No Content', 'HTTP/1.1 200 OK', 'HTTP/1.1 204 No Content']);
  expect(await stored(context, industry)).toMatchObject({
    readings: [
      { unit_id: 'M1', value: 800, summed_value: 128400 },
      { unit_id: 'LAB', value: null },
    ],
    samples: [
      { name: 'ph', value: 7.25 },
      { name: 'tds', value: 410 },
    ],
  });
});

it('Telegraf hears what became of a batch with a line that is refused', async () => {
  const { text } = await mintKey(context, await mintWorks(context));
  const [output] = telegrafOutputs(
    `[[outputs.influxdb_v2]]\n  urls = ["${server.url}"]\n  token = "${text}"\n  organization = "o"\n  bucket = "b"\n`,
  );
  if (output === undefined) throw new Error('The configuration has an output.');
  const [request = Buffer.alloc(0)] = telegrafRequests(
    output,
    `${POINTS}cpu,host=gate-1 usage=1 1795240800000000000\n`,
  );
  const answer = await exchange(server.url, request);
  expect(statusOf(answer)).toBe('HTTP/1.1 400 Bad Request');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'invalid',
    line: 3,
    message:
      "partial write: 1 of 3 lines refused and kept in the quarantine, the others are stored. line 3: the tag 'unitId' is missing, allowed is the id of a unit (1 line) dropped=1",
  });
});
