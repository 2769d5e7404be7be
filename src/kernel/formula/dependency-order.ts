/** A member whose uses are being walked. */
interface Visit {
  readonly member: number;
  nextUse: number;
}

/**
 * Members that use one another, directly or not, in one list; a list of one is a member by itself. Each list comes
 * after all that its members use. Tarjan's algorithm on a stack of its own, so a long chain does not end the call
 * stack. Linear in members and edges.
 * @param uses by member, whom it uses.
 */
export function dependencyOrder(uses: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const found: number[][] = [];
  const reachedAt: (number | undefined)[] = uses.map(() => undefined);
  const earliest: number[] = uses.map(() => 0);
  const open: number[] = [];
  const isOpen = uses.map(() => false);
  let reached = 0;
  const begin = (member: number): Visit => {
    reachedAt[member] = earliest[member] = reached;
    reached += 1;
    open.push(member);
    isOpen[member] = true;
    return { member, nextUse: 0 };
  };
  const lower = (member: number, to: number): void => {
    earliest[member] = Math.min(earliest[member] ?? to, to);
  };
  const close = (member: number): void => {
    if (earliest[member] !== reachedAt[member]) return;
    const circle = open.splice(open.lastIndexOf(member));
    for (const each of circle) isOpen[each] = false;
    found.push(circle);
  };
  for (const start of uses.keys()) {
    if (reachedAt[start] !== undefined) continue;
    const path = [begin(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const used = uses[visit.member]?.[visit.nextUse];
      visit.nextUse += 1;
      if (used === undefined) {
        path.pop();
        const user = path.at(-1);
        if (user !== undefined) lower(user.member, earliest[visit.member] ?? reached);
        close(visit.member);
      } else if (reachedAt[used] === undefined) {
        path.push(begin(used));
      } else if (isOpen[used] === true) {
        lower(visit.member, reachedAt[used] ?? reached);
      }
    }
  }
  return found;
}
