/**
 * Returns process-wide state. Next.js loads a module once per bundle, so module variables would be duplicated.
 * @param name unique name
 */
export function getSharedState<State>(name: string, create: () => State): State {
  const states = globalThis as typeof globalThis & Record<symbol, State | undefined>
  return (states[Symbol.for(`ductwise.${name}`)] ??= create())
}
