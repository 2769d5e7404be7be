import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketGuard, type PacketRoom } from '../../../src/readings/mqtt/packet-guard.ts';

/** A length as the protocol writes it. */
function packetLength(bytes: number): Buffer {
  const length: number[] = [];
  for (let rest = bytes; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(length);
  }
}

const [CONNECT, MESSAGE, SUBSCRIBE] = [0x10, 0x30, 0x82];

/** A packet with a body of so many bytes. */
const packet = (bodyBytes: number, kind = MESSAGE): Buffer =>
  Buffer.concat([Buffer.from([kind]), packetLength(bodyBytes), Buffer.alloc(bodyBytes, 0xff)]);

const ROOM = {
  known: Promise.resolve(),
  most: () => 1000,
  hold: () => () => {},
  takeLeave: () => {},
} satisfies PacketRoom;

/** What comes out; null: the stream was ended by the guard. */
async function through(
  pieces: readonly Buffer[],
  most: number,
  held: PacketRoom['hold'] = () => () => {},
): Promise<Buffer | null> {
  const guard = new PacketGuard({ ...ROOM, most: () => most, hold: (bytes) => held(bytes) });
  const out: Buffer[] = [];
  guard.on('data', (piece: Buffer) => out.push(piece));
  const ended = new Promise<boolean>((resolve) => {
    guard.on('end', () => resolve(true));
    guard.on('error', () => resolve(false));
  });
  for (const piece of pieces) guard.write(piece);
  guard.end();
  return (await ended) ? Buffer.concat(out) : null;
}

const cut = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [...new Set([0, ...at.map((place) => place % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};

describe('packets up to the limit', () => {
  it('pass as they are, however they are cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(100_000), { maxLength: 30 }),
        async (sizes, places) => {
          const bytes = Buffer.concat(sizes.map((size) => packet(size)));
          expect(await through(cut(bytes, places), 20_000)).toEqual(bytes);
        },
      ),
    );
  });
});

describe('a longer one', () => {
  it('is known by its kind, because a subscription has less room than a message', async () => {
    const long = packet(500);
    const subscription = packet(500, SUBSCRIBE);
    const passes = async (bytes: Buffer) => {
      const guard = new PacketGuard({ ...ROOM, most: (isMessage) => (isMessage ? 1000 : 100) });
      const ended = new Promise<boolean>((resolve) =>
        guard.on('end', () => resolve(true)).on('error', () => resolve(false)),
      );
      guard.resume();
      guard.end(bytes);
      return ended;
    };
    expect([await passes(Buffer.concat([long, long])), await passes(Buffer.concat([long, subscription]))]).toEqual([
      true,
      false,
    ]);
  });

  it('ends the stream as soon as its length is known, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
        fc.integer({ min: 301, max: 268_435_455 }),
        fc.array(fc.nat(2000), { maxLength: 30 }),
        async (sizes, tooLong, places) => {
          const header = Buffer.concat([Buffer.from([SUBSCRIBE]), packetLength(tooLong)]);
          const bytes = Buffer.concat([...sizes.map((size) => packet(size)), header]);
          expect(await through(cut(bytes, places), 300)).toBeNull();
        },
      ),
    );
  });

  it('that is a message is cut, and what comes behind it passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(6000), { maxLength: 30 }),
        async (sizes, places) => {
          const login = packet(20, CONNECT);
          const bytes = Buffer.concat([login, ...sizes.map((size) => packet(size))]);
          const passed = Buffer.concat([login, ...sizes.map((size) => packet(Math.min(size, 300)))]);
          expect(await through(cut(bytes, places), 300)).toEqual(passed);
        },
      ),
    );
  });

  it('that is a message of a stranger ends the stream', async () => {
    expect(await through([packet(301)], 300)).toBeNull();
  });

  it('is one whose length never ends, too', async () => {
    expect(await through([Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01])], 300)).toBeNull();
  });
});

describe('a sender that takes its leave', () => {
  it.each([
    ['as version 3 does', [0xe0, 0], 1],
    ['as version 5 does', [0xe0, 2, 0, 0], 1],
    ['and wants its will to be told', [0xe0, 2, 4, 0], 0],
  ])('%s is heard, wherever the packet is cut', async (_, bytes, times) => {
    for (let place = 0; place < 40 + bytes.length; place += 1) {
      let left = 0;
      const guard = new PacketGuard({ ...ROOM, takeLeave: () => void (left += 1) });
      guard.resume();
      for (const piece of cut(Buffer.concat([packet(20, CONNECT), packet(14), Buffer.from(bytes)]), [place]))
        guard.write(piece);
      guard.end();
      await new Promise((resolve) => guard.once('end', resolve));
      expect(left).toBe(times);
    }
  });
});

describe('memory that many connections share', () => {
  /** Room for so many bytes at once, and what is held of it. */
  const roomFor = (bytes: number) => {
    const room = { held: 0 };
    const hold = (wanted: number): (() => void) | null => {
      if (room.held + wanted > bytes) return null;
      room.held += wanted;
      return () => {
        room.held -= wanted;
      };
    };
    return { room, hold };
  };

  it('is held by a packet from when its length is known until it is whole, and given back when the connection ends', async () => {
    const { room, hold } = roomFor(1000);
    const guard = new PacketGuard({ ...ROOM, hold });
    guard.resume();
    guard.write(packet(600).subarray(0, 100));
    expect(room.held).toBe(600);
    // Another connection finds no room meanwhile, and one that is small enough does.
    expect(await through([packet(500)], 1000, hold)).toBeNull();
    expect(await through([packet(400)], 1000, hold)).toEqual(packet(400));
    guard.write(packet(600).subarray(100));
    expect(room.held).toBe(0);
    guard.write(packet(600).subarray(0, 100));
    guard.destroy();
    await new Promise((resolve) => guard.once('close', resolve));
    expect(room.held).toBe(0);
  });
});

describe('what comes behind the first packet', () => {
  it('waits until it is known who sends, and is judged by what that one may send', async () => {
    const { promise: known, resolve } = Promise.withResolvers<void>();
    let most = 100;
    const guard = new PacketGuard({ ...ROOM, known, most: () => most });
    const out: Buffer[] = [];
    guard.on('data', (piece: Buffer) => out.push(piece));
    guard.write(Buffer.concat([packet(100), packet(5000)]));
    guard.end();
    await new Promise(setImmediate);
    expect(Buffer.concat(out)).toEqual(packet(100));
    most = 5000;
    resolve();
    await new Promise((done) => guard.once('end', done));
    expect(Buffer.concat(out)).toEqual(Buffer.concat([packet(100), packet(5000)]));
  });
});
