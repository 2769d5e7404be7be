/** Number of depths up to which a list is searched faster than classes. */
const FEW = 16;
/** Least width of a class. Depths are whole micrometres, so few of different depth share one. */
const NARROWEST_CLASS = 1e-9;

/** Whether two depths are one measurement: the smaller is at least this share of the greater. */
const isSimilar = (one: number, other: number, ratio: number): boolean =>
  one === other || Math.min(one, other) >= ratio * Math.max(one, other);

/**
 * Depths of one place that are not similar to each other. Many depths are found by classes of their logarithm, because
 * comparing each with each would take minutes.
 */
export class KeptDepths {
  readonly #ratio: number;
  readonly #few: number[] = [];
  /** null: there are few depths. Most places are sounded once, and a map for each costs more than its depths. */
  #byClass: Map<number, number[]> | null = null;

  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /**
   * Keeps a depth, unless a similar one is kept.
   * @returns whether the depth was kept.
   */
  keep(metres: number): boolean {
    const byClass = this.#byClass;
    if (byClass === null) {
      if (this.#few.some((other) => isSimilar(other, metres, this.#ratio))) return false;
      this.#few.push(metres);
      if (this.#few.length === FEW) this.#byClass = Map.groupBy(this.#few, (kept) => this.#classOf(kept));
      return true;
    }
    const own = this.#classOf(metres);
    // Similar depths lie in neighbouring classes. One farther makes up for the rounding of logarithms.
    for (const near of Number.isFinite(own) ? [own, own - 1, own + 1, own - 2, own + 2] : [own])
      if (byClass.get(near)?.some((other) => isSimilar(other, metres, this.#ratio)) === true) return false;
    const here = byClass.get(own);
    if (here === undefined) byClass.set(own, [metres]);
    else here.push(metres);
    return true;
  }

  #classOf(metres: number): number {
    return Math.floor(Math.log(metres) / Math.max(-Math.log(this.#ratio), NARROWEST_CLASS));
  }
}
