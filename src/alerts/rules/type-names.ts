import { type Translated, translated } from '../../kernel/language.ts';
import type { AlertType } from './types.ts';

/** The name of each type of alert. */
export const ALERT_TYPE_NAMES: Readonly<Record<AlertType, Translated>> = translated('alertTypes');
