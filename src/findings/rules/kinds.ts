import { BALANCE_SAYS } from './balance.ts';
import { BURST } from './detectors/burst.ts';
import { CREEP } from './detectors/creep.ts';
import { LEAK } from './detectors/leak.ts';
import { MISSING_DATA } from './detectors/missing-data.ts';
import { REVERSED } from './detectors/reversed.ts';
import { STUCK } from './detectors/stuck.ts';
import { TANK_DRY, TANK_OVERFLOW } from './detectors/tank.ts';
import { UNUSUAL_USE } from './detectors/unusual-use.ts';
import { ENERGY_DRIFT_SAYS } from './energy-drift.ts';
import type { Detector, FindingKind } from './types.ts';

/** Detectors in the order in which they explain days: missing data is no standstill, and a burst is no unusual use. */
export const DETECTORS: readonly Detector[] = [
  MISSING_DATA,
  REVERSED,
  STUCK,
  BURST,
  LEAK,
  CREEP,
  UNUSUAL_USE,
  TANK_OVERFLOW,
  TANK_DRY,
];

/** Meaning of each kind, for people. */
export const KIND_SAYS = {
  // All other kinds have a detector.
  ...(Object.fromEntries(DETECTORS.map(({ kind, says }) => [kind, says])) as Record<FindingKind, string>),
  'energy-drift': ENERGY_DRIFT_SAYS,
  balance: BALANCE_SAYS,
} as const satisfies Readonly<Record<FindingKind, string>>;
