import type { Language } from '../../../kernel/language.ts';
import { catalogueOf } from '../../../kernel/texts/catalogue.ts';
import type { AlertFacts, Claim } from '../facts.ts';
import { PHRASES } from './type-phrases.ts';
import { factText, mailWords } from './catalogue-texts.ts';
import { nameWords } from './figure-words.ts';

/* Titles that the service makes itself, because whoever reported an alert gave it none. */

interface Matter extends Pick<AlertFacts, 'alertType' | 'group' | 'value' | 'limit' | 'parameter'> {
  /** True when only the end is told. */
  readonly isOver: boolean;
}

/** Words for the end of an alert that is told by its end alone; null: for all other alerts. */
function endWords({ alertType, group }: Matter, language: Language): string | null {
  if (alertType === 'device_status') return factText(language, 'sendsAgain');
  const what = factText(language, group === 'ENERGY' ? 'power' : 'flow');
  return alertType === 'flow_rate_back_in_range' ? factText(language, 'backInRange', { what }) : null;
}

function matterWords(matter: Matter, language: Language): string {
  const { alertType, group, value, limit, parameter, isOver } = matter;
  const isBelow = value !== null && limit !== null && value < limit;
  const noun = PHRASES[alertType].noun({
    language,
    value: null,
    limit: null,
    peak: null,
    beyond: null,
    isAbove: alertType !== 'flow_rate_below_the_range' && (alertType === 'flow_rate_above_the_range' || !isBelow),
    isBack: false,
    isWithin: value !== null && limit !== null && value <= limit,
    since: '',
    lasted: null,
    parameter: parameter === null ? catalogueOf(language).alertMeasures.quality : nameWords(parameter),
    days: null,
    isNeverHeard: false,
    limitKind: null,
    lossOf: 'unit',
    group,
  });
  return (isOver ? endWords(matter, language) : null) ?? noun;
}

/** The title of an alert that nobody has given one: its place and its matter. */
export const titleWords = ({ unitName, ...matter }: Matter & { readonly unitName: string }): string =>
  `${nameWords(unitName)}: ${matterWords(matter, 'en')}`;

/** The title of an alert that the readings deny. */
export const deniedTitle = (title: string): string => mailWords('en', 'deniedTitle', { title });

/**
 * A claim with its reporter, and with the denial of the readings. A finding of a rule needs no reporter, and neither
 * does a claim that the readings confirm.
 * @param claim words of the claim; a title may have the denial already
 */
export function claimWords(claim: string, report: Claim | null, language: Language): string {
  if (report === null || report.verdict === 'confirmed') return claim;
  const denial = mailWords(language, 'deniedTitle', { title: '' });
  const reported = factText(language, 'reported', { fact: claim.replace(denial, ''), by: nameWords(report.by) });
  return report.verdict === 'denied' ? `${reported}${denial}` : reported;
}

const PAIRS = [
  [null, null],
  [2, 1],
  [1, 1],
  [1, 2],
] as const;

/**
 * A title in the language of its reader, where the service has made it. The name of the unit is that of the
 * day. A title that somebody typed stays, unless it ends in the very words of the service.
 */
export function titleIn(
  language: Language,
  title: string,
  { alertType, parameter }: Pick<AlertFacts, 'alertType' | 'parameter'>,
): string {
  if (language === 'en' || !title.includes(': ')) return title;
  for (const group of ['FLOW', 'ENERGY'] as const)
    for (const [value, limit] of PAIRS)
      for (const isOver of [false, true]) {
        const matter = { alertType, parameter, group, value, limit, isOver };
        const end = `: ${matterWords(matter, 'en')}`;
        const told = (unitName: string): string => `${unitName}: ${matterWords(matter, language)}`;
        if (title.endsWith(end)) return told(title.slice(0, -end.length));
        const denied = deniedTitle(end);
        if (title.endsWith(denied))
          return mailWords(language, 'deniedTitle', { title: told(title.slice(0, -denied.length)) });
      }
  return title;
}
