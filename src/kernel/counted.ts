/** `1 unit`, `2 units`, `1 industry`, `0 industries`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
