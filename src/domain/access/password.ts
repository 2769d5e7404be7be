import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of scrypt: memory is 128 * blockSize * cost bytes (16 MiB here), time grows with all three. */
interface Work {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

const WORK: Work = { cost: 16_384, blockSize: 8, parallelization: 5 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;
/** Bounds of a stored hash's own work: a damaged row must not be able to ask for gigabytes or minutes. */
const MOST_COST = 131_072;
const MOST_FACTOR = 32;

const derive = (password: string, salt: Buffer, work: Work): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = {
      cost: work.cost, blockSize: work.blockSize, parallelization: work.parallelization,
      maxmem: 256 * work.blockSize * (work.cost + work.parallelization),
    };
    // Keyboards differ in how they compose é: the same password must give the same bytes.
    scrypt(password.normalize('NFC'), salt, DIGEST_BYTES, options, (error, digest) => (error === null ? resolve(digest) : reject(error)));
  });

const written = ({ cost, blockSize, parallelization }: Work, salt: Buffer, digest: Buffer): string =>
  `scrypt$${cost}$${blockSize}$${parallelization}$${salt.toString('base64url')}$${digest.toString('base64url')}`;

/**
 * Salted hash of a password, `scrypt$cost$blockSize$parallelization$salt$digest` (salt and digest base64url): it says itself how
 * it was made, so the work may be raised later and old hashes still verify. The same password gives another text every time.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(WORK, salt, await derive(password, salt, WORK));
}

/**
 * A hash that no password matches and that costs as much to check as any: verify against it when the user is unknown, so that
 * the answer comes no sooner than for a wrong password.
 */
export const dummyHash: string = written(WORK, Buffer.alloc(SALT_BYTES), Buffer.alloc(DIGEST_BYTES));

interface ParsedHash { readonly work: Work; readonly salt: Buffer; readonly digest: Buffer }

function parseHash(hash: string): ParsedHash | null {
  const groups = /^scrypt\$(?<cost>\d{1,6})\$(?<block>\d{1,2})\$(?<lanes>\d{1,2})\$(?<salt>[\w-]+)\$(?<digest>[\w-]+)$/.exec(hash)?.groups;
  if (groups === undefined) return null;
  const work = { cost: Number(groups['cost']), blockSize: Number(groups['block']), parallelization: Number(groups['lanes']) };
  const digest = Buffer.from(groups['digest'] ?? '', 'base64url');
  const isPowerOfTwo = work.cost > 1 && (work.cost & (work.cost - 1)) === 0;
  const inBounds = work.cost <= MOST_COST && [work.blockSize, work.parallelization].every((factor) => factor >= 1 && factor <= MOST_FACTOR);
  if (!isPowerOfTwo || !inBounds || digest.length !== DIGEST_BYTES) return null;
  return { work, salt: Buffer.from(groups['salt'] ?? '', 'base64url'), digest };
}

/**
 * Whether the password is the one that was hashed; compared in constant time. A text that is not one of {@link hashPassword}'s
 * matches nothing and costs the same.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parseHash(hash) ?? parseHash(dummyHash);
  if (parsed === null) throw new Error('The built-in dummy hash does not parse.');
  const digest = await derive(password, parsed.salt, parsed.work);
  return timingSafeEqual(digest, parsed.digest);
}
