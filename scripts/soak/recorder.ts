import { nearestRank } from '../bench/measure.ts';

/** Kinds of requests, from a person's or a device's side. */
export type Group = 'reads' | 'pages' | 'logins' | 'reports' | 'batch' | 'devices' | 'flood';

/** One request as its sender saw it. */
interface Answered {
  readonly kind: string;
  readonly group: Group;
  /** Status of the answer; 0: none came. */
  readonly status: number;
  readonly milliseconds: number;
  /** Whether the answer says when to come again. */
  readonly saysWhen: boolean;
  /** Beginning of an answer that is no success. */
  readonly problem: string;
}

export interface KindFigures {
  readonly phase: string;
  readonly kind: string;
  readonly group: Group;
  readonly requests: number;
  /** Of the answers that were no refusal; null: there was none. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly most: number | null;
  /** Number of answers by status; 0: no answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals that do not say when to come again. */
  readonly silentRefusals: number;
  /** Beginning of the first answer that is no success and no refusal; null: there was none. */
  readonly problem: string | null;
}

const REFUSALS: readonly number[] = [429, 503];
const isRefusal = ({ status }: Answered): boolean => REFUSALS.includes(status);

/** Answers of a run by phase and kind. */
export class Recorder {
  readonly #answers = new Map<string, Answered[]>();
  #phase = 'mixed day';

  begin(phase: string): void {
    this.#phase = phase;
  }

  get phase(): string {
    return this.#phase;
  }

  note(answered: Answered): void {
    const key = JSON.stringify([this.#phase, answered.kind]);
    const answers = this.#answers.get(key);
    if (answers === undefined) this.#answers.set(key, [answered]);
    else answers.push(answered);
  }

  figures(): KindFigures[] {
    return [...this.#answers].map(([key, answers]) => {
      const [phase = '', kind = ''] = JSON.parse(key) as string[]; // made by note()
      return figuresOf(phase, kind, answers);
    });
  }

  /** Milliseconds of all answers of a group in a phase that were no refusal. */
  millisecondsOf(phase: string, group: Group): number[] {
    return [...this.#answers]
      .filter(([key]) => key.startsWith(`[${JSON.stringify(phase)},`))
      .flatMap(([, answers]) => answers)
      .filter((answered) => answered.group === group && !isRefusal(answered))
      .map(({ milliseconds }) => milliseconds);
  }
}

function figuresOf(phase: string, kind: string, answers: readonly Answered[]): KindFigures {
  const milliseconds = answers.filter((answered) => !isRefusal(answered)).map((answered) => answered.milliseconds);
  const rank = (share: number): number | null => (milliseconds.length === 0 ? null : nearestRank(milliseconds, share));
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    phase,
    kind,
    group: answers[0]?.group ?? 'reads',
    requests: answers.length,
    p50: rank(0.5),
    p95: rank(0.95),
    p99: rank(0.99),
    most: rank(1),
    statuses,
    silentRefusals: answers.filter((answered) => isRefusal(answered) && !answered.saysWhen).length,
    problem: answers.find((answered) => answered.problem !== '' && !isRefusal(answered))?.problem ?? null,
  };
}
