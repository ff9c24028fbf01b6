const FIRST = Symbol.for('tests.first-environment')

export function restoreEnvironment(): void {
  const first = (Reflect.get(globalThis, FIRST) ?? { ...process.env }) as NodeJS.ProcessEnv
  Reflect.set(globalThis, FIRST, first)
  for (const name of Object.keys(process.env)) if (!(name in first)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, first)
}
