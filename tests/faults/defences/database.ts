import type { Change } from '../../support/defences/check.ts'

const CLIENT = 'lib/db/client.ts'

/** What holds while the database is out of order, and how it is taken away. */
export const database = {
  /** A site starts without its database. */
  start: [
    {
      file: CLIENT,
      from: "log.warn({ err: error }, 'The database cannot be reached yet')",
      to: 'throw error',
    },
  ],
  /** A failed attempt to connect is followed by another one. */
  reopening: [{ file: CLIENT, from: 'opening.catch(() => forget(opening))', to: 'opening.catch(() => undefined)' }],
  /** Nobody waits for it without an end. */
  deadlines: [
    { file: CLIENT, from: 'const REQUEST_DEADLINE = 3_000', to: 'const REQUEST_DEADLINE = 300_000' },
    { file: 'lib/contact/submit.ts', from: 'const DEADLINE = 5_000', to: 'const DEADLINE = 300_000' },
  ],
  /** Its errors say whether the same request may succeed later. */
  outages: [
    {
      file: CLIENT,
      from: "if (error instanceof DatabaseTimeoutError || (typeof code === 'string' && OUTAGE.test(code))) return true",
      to: "if (error instanceof DatabaseTimeoutError && typeof code === 'string' && OUTAGE.test(code)) return true",
    },
  ],
  /** Several requests ask it at the same time. */
  connections: [{ file: CLIENT, from: 'const CONNECTIONS = 5', to: 'const CONNECTIONS = 1' }],
} satisfies Record<string, Change[]>
