import type { OpenDatabase } from '../../lib/platform/db/client.ts'

export async function forgetPool(): Promise<void> {
  const shared = Reflect.get(globalThis, Symbol.for('ductwise.database')) as
    | { database?: Promise<OpenDatabase> }
    | undefined
  const pool = shared?.database
  if (!pool) return
  delete shared.database
  // Ignores a pool that failed to open, because it needs no closing.
  await (await pool.catch(() => undefined))?.close(0)
}
