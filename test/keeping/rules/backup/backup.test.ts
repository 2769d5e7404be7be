import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowDigest, inOrderOfReferences } from '../../../../src/keeping/rules/backup/table-order.ts';

const digestOf = (rows: readonly string[]) => {
  const digest = new RowDigest();
  for (const row of rows) digest.add(row);
  return digest.value();
};

describe('the digest of a table', () => {
  it('is the sum of the first halves of the SHA-256 of its rows, each half of them by itself', () => {
    // printf a | sha256sum: ca978112ca1bbdcafac231b39a23dc4d..; b: 3e23e8160039594a33894f6564e1b134..
    // High halves add up to 08bb6928ca551714 and a carry that is dropped from 0x108bb...; low ones likewise.
    const high = BigInt.asUintN(64, 0xca978112ca1bbdcan + 0x3e23e8160039594an)
      .toString(16)
      .padStart(16, '0');
    const low = BigInt.asUintN(64, 0xfac231b39a23dc4dn + 0x33894f6564e1b134n)
      .toString(16)
      .padStart(16, '0');
    expect(digestOf(['a', 'b'])).toEqual({ rows: 2, digest: high + low });
    expect(digestOf([])).toEqual({ rows: 0, digest: '0'.repeat(32) });
  });

  it('knows no order, but every row and how often it is there', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string(), (rows, other) => {
        expect(digestOf(rows.toReversed())).toEqual(digestOf(rows));
        const [first = '', ...rest] = rows;
        expect(digestOf([...rows, first]).digest).not.toBe(digestOf(rows).digest);
        if (other !== first) expect(digestOf([other, ...rest]).digest).not.toBe(digestOf(rows).digest);
      }),
    );
  });
});

describe('the order of tables', () => {
  it('puts each behind those that its rows refer to', () => {
    const tables = [
      { name: 'delivery', needs: ['incident', 'industry'] },
      { name: 'incident', needs: ['unit', 'industry'] },
      { name: 'unit', needs: ['industry'] },
      { name: 'seal', needs: [] },
      { name: 'industry', needs: [] },
    ];
    expect(inOrderOfReferences(tables).map(({ name }) => name)).toEqual([
      'industry',
      'seal',
      'unit',
      'incident',
      'delivery',
    ]);
  });

  it('is refused where tables refer to each other', () => {
    const circle = [
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] },
    ];
    expect(() => inOrderOfReferences(circle)).toThrow('Tables refer to each other in a circle: a, b.');
  });
});
