/** The package has types for its modules alone. */
declare module 'mathjs/lib/browser/math.js' {
  const mathjs: typeof import('mathjs');
  export default mathjs;
}
