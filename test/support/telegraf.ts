import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

/*
 * Requests as Telegraf writes them, byte for byte: `outputs.influxdb_v2` and `outputs.influxdb` of release 1.39 on the
 * HTTP client of Go. Bodies go out in chunks, because the plugins do not say how long they are.
 */

const AGENT = 'Telegraf/1.39.3 Go/1.26.0';

/** Settings of an output plugin, of a configuration's section. */
interface TelegrafOutput {
  readonly plugin: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The sections of a configuration that have outputs. Of TOML they need plain texts, and one list of one text. */
export const telegrafOutputs = (configuration: string): TelegrafOutput[] =>
  [...configuration.matchAll(/^\[\[outputs\.(\w+)\]\]\n((?:(?!\[\[).*\n?)*)/gm)].map(([, plugin = '', lines = '']) => ({
    plugin,
    settings: Object.fromEntries(
      [...lines.matchAll(/^ *(\w+) = \[?"([^"]*)"\]?$/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
  }));

/** The compressor of Go: no time, and a system that it does not know. */
function gzipOfGo(text: string): Buffer {
  const bytes = gzipSync(text);
  bytes[9] = 0xff;
  return bytes;
}

function chunked(body: Buffer): Buffer {
  const middle = Math.ceil(body.length / 2);
  const pieces = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
  return Buffer.concat([
    ...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

const head = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
const basic = ({ username = '', password = '' }: TelegrafOutput['settings']): string =>
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** What a plugin sends for points: of version 1 first the query that creates its database. */
export function telegrafRequests({ plugin, settings }: TelegrafOutput, lines: string): Buffer[] {
  const { host } = new URL(settings['urls'] ?? '');
  const isPlain = settings['content_encoding'] === 'identity';
  const body = chunked(isPlain ? Buffer.from(lines) : gzipOfGo(lines));
  const encoding = isPlain ? [] : ['Content-Encoding: gzip'];
  const text = 'Content-Type: text/plain; charset=utf-8';
  if (plugin === 'influxdb_v2') {
    const query = new URLSearchParams({ bucket: settings['bucket'] ?? '', org: settings['organization'] ?? '' });
    return [
      Buffer.concat([
        head([
          `POST /api/v2/write?${query.toString()} HTTP/1.1`,
          `Host: ${host}`,
          `User-Agent: ${AGENT}`,
          'Transfer-Encoding: chunked',
          `Authorization: Token ${settings['token']}`,
          ...encoding,
          text,
          'Accept-Encoding: gzip',
        ]),
        body,
      ]),
    ];
  }
  const database = settings['database'] ?? 'telegraf';
  const form = new URLSearchParams({ q: `CREATE DATABASE "${database}"` }).toString();
  return [
    Buffer.concat([
      head([
        'POST /query HTTP/1.1',
        `Host: ${host}`,
        `User-Agent: ${AGENT}`,
        `Content-Length: ${form.length}`,
        basic(settings),
        'Content-Type: application/x-www-form-urlencoded',
        'Accept-Encoding: gzip',
      ]),
      Buffer.from(form),
    ]),
    Buffer.concat([
      head([
        `POST /write?${new URLSearchParams({ db: database }).toString()} HTTP/1.1`,
        `Host: ${host}`,
        `User-Agent: ${AGENT}`,
        'Transfer-Encoding: chunked',
        basic(settings),
        ...encoding,
        text,
        'Accept-Encoding: gzip',
      ]),
      body,
    ]),
  ];
}

/** Sends the bytes of one request, and gives the whole answer as text. */
export function exchange(url: string, request: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece);
      // An answer without a body, or with one of a length that is told.
      const text = Buffer.concat(pieces).toString();
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
      if (text.includes('\r\n\r\n') && Buffer.byteLength(body) >= length) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(pieces).toString()));
  });
}
