import postgres, { type Options, type Sql, type TransactionSql } from 'postgres'

class TransactionClosedError extends Error {
  readonly code = 'CONNECTION_CLOSED'
  constructor() {
    super('The connection of this transaction is closed')
    this.name = 'TransactionClosedError'
  }
}

class ConnectionState {
  hasClosed = false
  readonly #closed = Promise.withResolvers<never>()
  readonly closed = this.#closed.promise

  constructor() {
    // Most connections close outside a transaction, which would cause an unhandled rejection.
    this.closed.catch(() => undefined)
  }

  close(): void {
    this.hasClosed = true
    this.#closed.reject(new TransactionClosedError())
  }
}

type TransactionCallback = (transaction: TransactionSql) => unknown

function rejectQuery(): object {
  const rejection = Promise.reject<never>(new TransactionClosedError())
  // Drizzle awaits only one of the two promises.
  rejection.catch(() => undefined)
  return Object.assign(rejection, { values: () => rejection })
}

/**
 * Runs a transaction's callback. If the connection closes, the promise never settles, so that the driver sends no
 * commit or rollback; the driver itself rejects.
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
    savepoint: (nestedCallback: TransactionCallback) =>
      connection.hasClosed
        ? connection.closed
        : Promise.race([
            savepoint((savepointTransaction: TransactionSql) =>
              runWhileOpen(savepointTransaction, nestedCallback, connection),
            ),
            connection.closed,
          ]),
  })
  const [outcome] = await Promise.allSettled([callback(transaction)])
  if (connection.hasClosed) return Promise.withResolvers<never>().promise
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Creates a client with one connection. Its transactions fail when the connection closes. Otherwise the driver would
 * write the rollback to a null socket, which ends the process (https://github.com/porsager/postgres/issues/1154), or
 * run later statements inside another transaction.
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
