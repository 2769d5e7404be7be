import type { DataContext } from '../../context.ts';
import { ALGORITHM_VERSION } from '../rules/processors/version.ts';
import { firstWithin } from '../../kernel/in-batches.ts';
import { daysOfEarlierRules, markStale, NEW_RULES, noteRules } from '../../ledger/store/ledger.ts';

/** Days that are looked at together, and how often: days with nothing to do cost little. */
const DAYS_TOGETHER = 200;
const MOST_ROUNDS = 20;
/** Days times units that are marked at once: some seconds of rebuilds, behind those of everybody's corrections. */
const PIECE_UNIT_DAYS = 10_000;

/**
 * Marks the newest days whose documents follow earlier rules, so that they are computed again; runs every minute. A
 * piece is marked at a time, and an industry gets the next one once its own is rebuilt. Waiting days are computed
 * whenever they are read, and reports wait for them. One industry whose marks cannot clear holds up no other. Sealed
 * days stay as they are, because their readings are gone.
 * Spec gap: stored figures after a release that computes by other rules.
 * @param version of the rules that days are to follow
 */
export async function followNewRules(
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  version = ALGORITHM_VERSION,
  pieceUnitDays = PIECE_UNIT_DAYS,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const days = await daysOfEarlierRules(database, version, DAYS_TOGETHER);
    if (days.length === 0) return;
    const piece = firstWithin(days, pieceUnitDays, ({ unitKeys }) => unitKeys.length, 1);
    const at = new Date(clock.now());
    // A transaction for each industry, because marks are set industry by industry everywhere.
    for (const [industryKey, own] of Map.groupBy(piece, (day) => day.industryKey)) {
      const marks = own.flatMap(({ businessDate, unitKeys }) =>
        unitKeys.map((unitKey) => ({ businessDate, unitKey, cause: NEW_RULES })),
      );
      await markStale(database, industryKey, marks, at);
    }
    // The note comes after the marks, because a process killed between the two must mark the same days once more.
    await noteRules(database, piece, version);
    if (piece.some(({ unitKeys }) => unitKeys.length > 0)) return;
  }
}
