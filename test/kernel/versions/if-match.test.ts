import { describe, expect, it } from 'vitest';
import { expectedVersion, requireVersion } from '../../../src/kernel/versions/if-match.ts';

describe('If-Match', () => {
  it('names one version, several, or any', () => {
    expect(['"3"', ' W/"3" ', '"3", "4"', '*', undefined, ' '].map(expectedVersion)).toEqual([
      [3],
      [3],
      [3, 4],
      'any',
      null,
      null,
    ]);
  });

  it.each(['3', '"three"', '"3" "4"', '"3",', '""', `"${'1'.repeat(10)}"`, '"1", '.repeat(60)])(
    'is refused when it names none: %s',
    (header) => {
      expect(() => expectedVersion(header)).toThrow(
        /^Invalid 'If-Match': '.*' names no version, allowed is the version in quotes as the header ETag gives it, e\.g\. "3"/,
      );
    },
  );

  it('lets through the version in force and says which one it is otherwise', () => {
    expect(() => requireVersion([3, 4], 4)).not.toThrow();
    expect(() => requireVersion(null, 4)).not.toThrow();
    expect(() => requireVersion('any', 1)).not.toThrow();
    expect(() => requireVersion([0], 0)).not.toThrow();
    expect(() => requireVersion([3, 4], 5)).toThrow(
      "The graph was saved by somebody else meanwhile: 'If-Match' asks for version 3 or 4, in force is version 5",
    );
    expect(() => requireVersion('any', 0)).toThrow(
      'asks for any saved version, in force is version 0: nobody has saved a graph',
    );
  });
});
