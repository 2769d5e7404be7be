import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Method of a digest: argon2id, or scrypt for older hashes. */
interface Argon2Work {
  readonly kind: 'argon2id';
  readonly memoryKibibytes: number;
  readonly passes: number;
  readonly lanes: number;
}
interface ScryptWork {
  readonly kind: 'scrypt';
  readonly cost: number;
  readonly blockSize: number;
  readonly lanes: number;
}
type Work = Argon2Work | ScryptWork;

/** 19 MiB and two passes: what OWASP's password storage guide recommends for argon2id. */
const WORK: Argon2Work = { kind: 'argon2id', memoryKibibytes: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;
/** Bounds of a stored hash's own work: a damaged row must not be able to ask for gigabytes or minutes. */
const MOST_MEMORY_KIBIBYTES = 262_144;
const MOST_PASSES = 16;
const MOST_SCRYPT_COST = 131_072;
const MOST_FACTOR = 32;

function derive(password: string, salt: Buffer, work: Work): Promise<Buffer> {
  // Keyboards differ in how they compose é, and the same password must give the same bytes.
  const message = password.normalize('NFC');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, digest: Buffer): void => (error === null ? resolve(digest) : reject(error));
    if (work.kind === 'argon2id') {
      argon2(
        'argon2id',
        {
          message,
          nonce: salt,
          parallelism: work.lanes,
          tagLength: DIGEST_BYTES,
          memory: work.memoryKibibytes,
          passes: work.passes,
        },
        done,
      );
    } else {
      const maxmem = 256 * work.blockSize * (work.cost + work.lanes);
      scrypt(
        message,
        salt,
        DIGEST_BYTES,
        { cost: work.cost, blockSize: work.blockSize, parallelization: work.lanes, maxmem },
        done,
      );
    }
  });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const written = ({ memoryKibibytes, passes, lanes }: Argon2Work, salt: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${memoryKibibytes},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(digest)}`;

/**
 * Salted argon2id hash of a password in the common form `$argon2id$v=19$m=..,t=..,p=..$salt$digest`. The text holds its
 * own parameters, so the work may be raised later and old hashes still verify. The same password gives another text
 * every time.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(WORK, salt, await derive(password, salt, WORK));
}

/**
 * A hash that no password matches and that costs as much to check as every other: verify against it when the user is
 * unknown, so that the answer comes no sooner than for a wrong password.
 */
export const dummyHash: string = written(WORK, Buffer.alloc(SALT_BYTES), Buffer.alloc(DIGEST_BYTES));

interface ParsedHash {
  readonly work: Work;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

const ARGON2 = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;
const SCRYPT = /^scrypt\$(\d{1,6})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

function parseHash(hash: string): ParsedHash | null {
  const match = ARGON2.exec(hash) ?? SCRYPT.exec(hash);
  if (match === null) return null;
  const [first = 0, second = 0, lanes = 0] = match.slice(1, 4).map(Number);
  const [salt, digest] = match.slice(4).map((text) => Buffer.from(text, 'base64'));
  const work: Work = hash.startsWith('scrypt')
    ? { kind: 'scrypt', cost: first, blockSize: second, lanes }
    : { kind: 'argon2id', memoryKibibytes: first, passes: second, lanes };
  if (salt === undefined || digest?.length !== DIGEST_BYTES || !isInBounds(work, salt)) return null;
  return { work, salt, digest };
}

function isInBounds(work: Work, salt: Buffer): boolean {
  if (work.lanes < 1 || work.lanes > MOST_FACTOR) return false;
  if (work.kind === 'argon2id') {
    return (
      salt.length >= 8
      && work.passes >= 1
      && work.passes <= MOST_PASSES
      && work.memoryKibibytes >= 8 * work.lanes
      && work.memoryKibibytes <= MOST_MEMORY_KIBIBYTES
    );
  }
  const isPowerOfTwo = work.cost > 1 && (work.cost & (work.cost - 1)) === 0;
  return isPowerOfTwo && work.cost <= MOST_SCRYPT_COST && work.blockSize >= 1 && work.blockSize <= MOST_FACTOR;
}

/**
 * True for the password of the hash; compared in constant time. A text that is not one of {@link hashPassword}'s
 * matches nothing and costs the same.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parseHash(hash) ?? parseHash(dummyHash);
  if (parsed === null) throw new Error('The built-in dummy hash does not parse.');
  const digest = await derive(password, parsed.salt, parsed.work);
  return timingSafeEqual(digest, parsed.digest);
}

/** The part of a hash that says how it was made. */
const workText = (hash: string): string => hash.slice(0, hash.lastIndexOf('$', hash.lastIndexOf('$') - 1));

/** True when new hashes take other work. The hash is renewed when its password is at hand. */
export const isOutdated = (hash: string): boolean => workText(hash) !== workText(dummyHash);
