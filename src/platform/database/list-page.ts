/** Part of a list. */
export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}
