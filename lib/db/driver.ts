import postgres, { type Options, type Sql, type TransactionSql } from 'postgres'

/** Rejects statements of a transaction whose connection has closed. */
class TransactionClosedError extends Error {
  readonly code = 'CONNECTION_CLOSED'
  constructor() {
    super('The connection of this transaction has closed')
    this.name = 'TransactionClosedError'
  }
}

/** Whether one connection is still open. */
class ConnectionState {
  hasClosed = false
  readonly #closed = Promise.withResolvers<never>()
  /** Rejects when it closes. */
  readonly closed = this.#closed.promise

  constructor() {
    // Most connections close outside of transactions, where this rejection has no handler.
    this.closed.catch(() => undefined)
  }

  close(): void {
    this.hasClosed = true
    this.#closed.reject(new TransactionClosedError())
  }
}

type TransactionCallback = (transaction: TransactionSql) => unknown

/** Returns a rejected query with the methods that Drizzle calls. */
function rejectQuery(): object {
  const rejection = Promise.reject<never>(new TransactionClosedError())
  // Drizzle either awaits the query or calls `values()`, so one of the two has no handler.
  rejection.catch(() => undefined)
  return Object.assign(rejection, { values: () => rejection })
}

/**
 * Runs the callback of a transaction or savepoint. The promise never settles after the connection has closed, so that the
 * driver sends no commit or rollback; its own promise of the transaction rejects.
 */
async function runWhileOpen(
  transaction: TransactionSql,
  callback: TransactionCallback,
  connection: ConnectionState,
): Promise<unknown> {
  const { unsafe, savepoint } = transaction as unknown as Record<
    'unsafe' | 'savepoint',
    (...args: unknown[]) => unknown
  >
  Object.assign(transaction, {
    unsafe: (...args: unknown[]) => (connection.hasClosed ? rejectQuery() : unsafe(...args)),
    savepoint: (nested: TransactionCallback) =>
      connection.hasClosed
        ? connection.closed
        : Promise.race([
            savepoint((inner: TransactionSql) => runWhileOpen(inner, nested, connection)),
            connection.closed,
          ]),
  })
  const [outcome] = await Promise.allSettled([callback(transaction)])
  if (connection.hasClosed) return Promise.withResolvers<never>().promise
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Creates a client with a single connection. A transaction fails when its connection closes. Without this wrapper the driver
 * writes the rollback to a null socket, and the uncaught exception ends the process
 * (https://github.com/porsager/postgres/issues/1154). Later statements could also run on the next connection, inside another
 * transaction.
 */
export function createSingleConnectionClient(
  url: string,
  options: Omit<Options<Record<string, postgres.PostgresType>>, 'max' | 'onclose'>,
): Sql {
  let connection = new ConnectionState()
  const onclose = () => {
    connection.close()
    connection = new ConnectionState()
  }
  const client = postgres(url, { ...options, max: 1, onclose })
  const { begin } = client as unknown as { begin: (callback: TransactionCallback) => Promise<unknown> }
  const beginWhileOpen = (callback: TransactionCallback) =>
    begin((transaction) => runWhileOpen(transaction, callback, connection))
  return Object.assign(client, { begin: beginWhileOpen as Sql['begin'] })
}
