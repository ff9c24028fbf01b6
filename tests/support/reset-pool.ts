import type { OpenDatabase } from '../../lib/platform/db/client.ts'

export async function resetPool(): Promise<void> {
  const sharedState = Reflect.get(globalThis, Symbol.for('ductwise.database')) as
    | { database?: Promise<OpenDatabase> }
    | undefined
  const pool = sharedState?.database
  if (!pool) return
  delete sharedState.database
  // Ignores a pool that failed to open, because it needs no closing.
  await (await pool.catch(() => undefined))?.close(0)
}
