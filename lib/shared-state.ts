/**
 * State of the whole process. The framework loads a module once for each of its bundles, and the page cache once more
 * outside of them, so a variable of a module would be several.
 * @param name unique in this program
 */
export function sharedState<State>(name: string, create: () => State): State {
  const states = globalThis as typeof globalThis & Record<symbol, State | undefined>
  return (states[Symbol.for(`ductwise.${name}`)] ??= create())
}
