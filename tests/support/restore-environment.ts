const FIRST = Symbol.for('tests.first-environment')
const worker: { [FIRST]?: NodeJS.ProcessEnv } = globalThis

/** Takes back what the test files before this one, or what they import, have set in `process.env`. */
export function restoreEnvironment(): void {
  worker[FIRST] ??= { ...process.env }
  for (const name of Object.keys(process.env)) if (!(name in worker[FIRST])) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, worker[FIRST])
}
