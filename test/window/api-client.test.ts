import { expect, it } from 'vitest';
import { ApiRefusal, askingAs } from '../../src/window/api-client.ts';

const asked = (answer: Response) => askingAs(async () => answer, null, 'en');

it('a refused file of lines is told as the refusal that it is, and never read as a line', async () => {
  const refused = asked(Response.json({ message: 'The database is away' }, { status: 503 }));
  const error = await refused.lines('/api/user/figures').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiRefusal);
  expect(error).toMatchObject({ status: 503, message: 'The database is away' });
});

it('a file of lines is read line by line', async () => {
  expect(await asked(new Response('{"a":1}\n{"a":2}\n')).lines('/x')).toEqual([{ a: 1 }, { a: 2 }]);
  expect(await asked(new Response('')).lines('/x')).toEqual([]);
});
