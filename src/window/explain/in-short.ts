import { html } from 'hono/html';
import { clockText, dayText, instantText } from '../../kernel/format/date-text.ts';
import { toldPartsOf } from '../../kernel/document/unheard.ts';
import { toDisplay, unheardToDisplay } from '../../figures/rules/figures/display.ts';
import { minus, plus, times } from '../../kernel/measure/exact.ts';
import { decimalsFor, figureText, ownDecimals, percentText } from '../../kernel/format/figure-text.ts';
import type { Language } from '../../kernel/language.ts';
import type { Explanation } from '../../figures/http/schemas/explain.ts';
import { causesText } from '../completeness/map.ts';
import { momentText } from '../dates.ts';
import { exactText, MISSING, unheardText } from '../figures.ts';
import type { Markup, Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill, type Texts } from '../texts.ts';

type Figure = Explanation['figure']['value'];

/** Number of gaps that are listed one by one. */
const MOST_GAPS = 8;

/** A figure of the explanation in words. */
export function figureWords(figure: Figure, { siUnit, configuration: { params } }: Explanation): string | null {
  if (figure === null) return null;
  if (typeof figure === 'number') return `${figureText(figure, decimalsFor([figure]))} ${siUnit}`.trim();
  return Object.entries(figure)
    .map(([name, mean]) => {
      const text = mean === null ? MISSING : figureText(mean, decimalsFor([mean]));
      return `${params[name]?.displayName ?? name} ${text} ${params[name]?.siUnit ?? ''}`.trim();
    })
    .join(', ');
}

/** A raw figure, divided like the explained one. */
const dividedFigure = (figure: Figure, explanation: Explanation): string | null =>
  figureWords(typeof figure === 'number' ? figure / explanation.figure.divisionFactor : figure, explanation);

/** A time as `06:00`, with its date when that is not the day's. */
const timesOf = ({ window, clock: { timezone } }: Explanation, language: Language) => {
  const dayOf = (at: number): string => dayText(at, timezone, language);
  const day = dayOf(Date.parse(window.from));
  return (iso: string): string => {
    const at = Date.parse(iso);
    return dayOf(at) === day ? clockText(at, timezone) : instantText(at, timezone, language);
  };
};

function slotLines(explanation: Explanation, { texts }: Visit): readonly string[] {
  const { slots, configuration, figure } = explanation;
  const { explain } = texts;
  if (slots === null || explanation.sealed !== null) return [];
  if (slots.expected === 0) return [explain.slotsNone];
  const time = timesOf(explanation, texts.language);
  const rest = slots.missing.length - MOST_GAPS;
  const minutes = configuration.dataUpdateFrequency / 60;
  return [
    fill(explain.slots, {
      minutes: figureText(minutes, Number.isInteger(minutes) ? 0 : 1),
      expected: figureText(slots.expected, 0),
      genuine: figureText(slots.genuine, 0),
    }),
    ...slots.missing
      .slice(0, MOST_GAPS)
      .map(({ from, to }) => fill(explain.noReading, { from: time(from), to: time(to) })),
    ...(rest > 0 ? [fill(explain.moreGaps, { count: rest })] : []),
    ...(figure.value === null ? [explain.nothingAssumed] : []),
    ...(figure.value !== null && figure.coverage !== null && figure.coverage < 1
      ? [fill(explain.partial, { share: percentText(figure.coverage) })]
      : []),
  ];
}

/**
 * Quantity that passed and is not in the figure. The printed registers differ by just that, unless another meter was
 * installed, which the line then says.
 */
function unheardLines(explanation: Explanation, visit: Visit): readonly string[] {
  const { figure, boundaries, siUnit, configuration, registerEvents } = explanation;
  const { explain } = visit.texts;
  const { unheard, value, bound, divisionFactor } = figure;
  const exchange = registerEvents.find(({ kind }) => kind === 'exchange');
  const told = typeof value === 'number' ? value : null;
  const whole = told === null ? null : plus(told, unheard?.value ?? 0);
  const { registerBefore = null, lastRegister = null } = boundaries ?? {};
  const difference =
    registerBefore === null || lastRegister === null
      ? null
      : times(minus(lastRegister, registerBefore), configuration.flowFactor);
  const replaced =
    exchange === undefined || difference === null || difference === told
      ? []
      : [fill(explain.replaced, { time: momentText(exchange.from, visit.clock) })];
  // Where a figure has no bound, crumbs of rounding are all.
  if (unheard === null || (value !== null && bound === null)) return replaced;
  if (whole === null || whole !== difference)
    return [
      unheardText(
        unheardToDisplay(unheard, divisionFactor).unheard ?? unheard,
        siUnit,
        visit,
        toDisplay(told, divisionFactor),
      ),
      ...replaced,
    ];
  // The figures of one sum have the same decimals, and crumbs are told, because without them nothing adds up.
  const parts = toldPartsOf(unheard, 0);
  const decimals = decimalsFor(
    [told ?? 0, whole, ...parts.map(({ value: part }) => part)].map((raw) => raw / divisionFactor),
  );
  const words = (raw: number): string => `${figureText(raw / divisionFactor, decimals)} ${siUnit}`.trim();
  return [
    fill(explain.addsUp, {
      inHours: words(told ?? 0),
      unheard: parts
        .map(({ isSilence, value: part, from, to }) =>
          fill(explain.addedPart, {
            value: words(part),
            how: isSilence ? explain.whileSilent : explain.betweenRegisters,
            from: momentText(from, visit.clock),
            to: momentText(to, visit.clock),
          }),
        )
        .join(' + '),
      sum: words(whole),
    }),
  ];
}

function meterLines(explanation: Explanation, visit: Visit): readonly string[] {
  const { explain } = visit.texts;
  const { readings, boundaries, configuration, siUnit, excluded, group, figure } = explanation;
  const { flowFactor, maxCapacity } = configuration;
  const isSealed = explanation.sealed !== null;
  const [before, after] = [
    boundaries?.registerBefore ?? boundaries?.firstRegister ?? null,
    boundaries?.lastRegister ?? null,
  ].map((raw) => (raw === null ? null : raw / figure.divisionFactor));
  const decimals = ownDecimals([before, after].flatMap((register) => register ?? []));
  const shown = (register: number | null | undefined): string =>
    register == null ? MISSING : figureText(register, decimals);
  const [first] = excluded;
  const inUnit = (value: number): string => figureText(value, decimalsFor([value]));
  return [
    ...(!isSealed && readings !== null && readings.estimated > 0
      ? [fill(explain.estimated, { estimated: readings.estimated, used: readings.used })]
      : []),
    ...(!isSealed && boundaries !== null && (boundaries.registerBefore !== null || boundaries.lastRegister !== null)
      ? [
          fill(explain.registers, {
            before: shown(before),
            after: shown(after),
            unit: siUnit,
          }),
        ]
      : []),
    ...unheardLines(explanation, visit),
    ...(group === 'STOCK' && maxCapacity !== null
      ? [fill(explain.capacity, { capacity: inUnit(maxCapacity / figure.divisionFactor), unit: siUnit })]
      : []),
    ...(flowFactor === 1 ? [] : [fill(explain.factor, { factor: exactText(flowFactor) })]),
    ...(first === undefined
      ? []
      : [fill(explain.excluded, { count: excluded.length, reason: whyExcluded(first, visit.texts) })]),
  ];
}

/** The reason in the words of the API, which are English; else the kind of step that the register took. */
export const whyExcluded = ({ reason, event }: Explanation['excluded'][number], { language, unit }: Texts): string =>
  language === 'en' || event === null || event.kind === 'silence' ? reason : unit[event.kind];

function stateLines(explanation: Explanation, { texts, clock: { timezone, language } }: Visit): readonly string[] {
  const { explain } = texts;
  const { figure } = explanation;
  const { stale, lastChange, state, provisional, agrees, recomputedValue } = figure;
  const [isStored, isSealed] = [figure.source === 'stored document', explanation.sealed !== null];
  const time = (iso: string): string => momentText(iso, { timezone, language });
  const before = lastChange === null ? null : dividedFigure(lastChange.dayBefore, explanation);
  return [
    ...(explanation.sealed === null
      ? []
      : [fill(explain.sealed, { reason: serviceWords(language, explanation.sealed) })]),
    ...(state === 'running' ? [explain.running] : []),
    ...(isStored ? [fill(explain.settled, { time: time(figure.computedAt) })] : isSealed ? [] : [explain.computed]),
    // Without readings there is nothing to compare with.
    ...(!isStored || isSealed
      ? []
      : [
          agrees
            ? explain.agrees
            : fill(explain.differs, { value: dividedFigure(recomputedValue, explanation) ?? MISSING }),
        ]),
    ...(provisional ? [explain.provisional] : []),
    ...(stale === null ? [] : [fill(explain.stale, { causes: causesText(texts, Object.keys(stale.causes)) })]),
    ...(lastChange === null || lastChange.causes.length === 0
      ? []
      : [fill(explain.changed, { time: time(lastChange.at), causes: causesText(texts, lastChange.causes) })]),
    ...(before === null ? [] : [fill(explain.changedFrom, { value: before })]),
  ];
}

/** The explanation in plain sentences. */
export function inShort(explanation: Explanation, visit: Visit): Markup {
  const { window } = explanation;
  const clock = { ...explanation.clock, language: visit.language };
  const lines = [
    fill(visit.texts.explain.window, {
      from: momentText(window.from, clock),
      to: momentText(window.to, clock),
      zone: clock.timezone,
      start: clock.shiftStartAt.slice(0, 5),
    }),
    ...slotLines(explanation, visit),
    ...meterLines(explanation, visit),
    ...stateLines(explanation, visit),
  ];
  return html`<section class="panel" id="in-short" data-live>
    <h2>${visit.texts.explain.inShort}</h2>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}
