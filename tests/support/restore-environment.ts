const INITIAL_ENV_KEY = Symbol.for('tests.first-environment')

export function restoreEnvironment(): void {
  const first = (Reflect.get(globalThis, INITIAL_ENV_KEY) ?? { ...process.env }) as NodeJS.ProcessEnv
  Reflect.set(globalThis, INITIAL_ENV_KEY, first)
  for (const name of Object.keys(process.env)) if (!(name in first)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, first)
}
