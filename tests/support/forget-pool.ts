import type { OpenDatabase } from '../../lib/db/client.ts'

/** Ends the connections that this process keeps to a database: the next test has another one. */
export async function forgetPool(): Promise<void> {
  const shared = Reflect.get(globalThis, Symbol.for('ductwise.database')) as
    | { database?: Promise<OpenDatabase> }
    | undefined
  const pool = shared?.database
  if (!pool) return
  delete shared.database
  // One that never opened need not be closed.
  await (await pool.catch(() => undefined))?.close(0)
}
