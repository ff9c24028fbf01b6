import type { PGlite } from '@electric-sql/pglite'

/** First bytes of the messages that end an exchange: Query, Sync and Terminate (Postgres protocol 3.0, message formats). */
const ENDS_EXCHANGE = new Set(['Q', 'S', 'X'].map((letter) => letter.charCodeAt(0)))

/** Parse, Bind, Describe, Execute, Close and Flush: the exchange goes on until a Sync. */
const STAYS_OPEN = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map((letter) => letter.charCodeAt(0)))

/**
 * The socket server lets another client's turn come between two messages unless a transaction is open. Clients send a
 * parameterised query in several messages, so one could bind its parameters to another's statement. This PGlite counts
 * as busy until the exchange ends.
 */
export function withWholeExchanges(db: PGlite): PGlite {
  let isOpen = false
  const note = (message: Uint8Array) => {
    const [first = 0] = message
    if (STAYS_OPEN.has(first)) isOpen = true
    else if (ENDS_EXCHANGE.has(first)) isOpen = false
  }
  const changed: Partial<PGlite> = {
    isInTransaction: () => isOpen || db.isInTransaction(),
    execProtocolRawStream: (message, options) => {
      note(message)
      return db.execProtocolRawStream(message, options)
    },
    exec: (query, options) => {
      isOpen = false
      return db.exec(query, options)
    },
  }
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(changed, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
