import { hash } from 'node:crypto';

/** Digest of a table's rows, in any order. */
export interface TableDigest {
  readonly rows: number;
  /** The sum of the first 128 bits of the SHA-256 of each row, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * Adds up digests of rows as they pass. A sum does not depend on order: the two engines sort text by different rules,
 * and a table of readings is too large to be sorted.
 */
export class RowDigest {
  #rows = 0;
  #high = 0n;
  #low = 0n;

  add(row: string): void {
    const sum = hash('sha256', row, 'buffer');
    this.#rows += 1;
    this.#high = BigInt.asUintN(64, this.#high + sum.readBigUInt64BE(0));
    this.#low = BigInt.asUintN(64, this.#low + sum.readBigUInt64BE(8));
  }

  value(): TableDigest {
    const digits = (half: bigint): string => half.toString(16).padStart(16, '0');
    return { rows: this.#rows, digest: digits(this.#high) + digits(this.#low) };
  }
}
