import type { Sql, TransactionSql } from 'postgres'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import { withNetwork, withoutNetwork } from './no-network.ts'
import { CONNECTION_LIMITS, type Scope } from './scope.ts'

/** One connection: its client reconnects on demand, and is replaced when a query on it does not end in time. */
type Slot = {
  client: Sql
  /** Whether this client has ever answered. */
  hasConnected: boolean
}

/** Codes of the driver and the system for a server to which no connection can be made. */
const UNREACHABLE = /^(CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w*UNREACH)$/

/**
 * Error codes of a connection that closed. Its client is replaced: the driver can reject the next query with the last error of
 * the closed connection. One closed connection does not mean that the server is unreachable.
 */
const CLOSED = /^(CONNECTION_\w+|ECONNRESET|ECONNABORTED|EPIPE|57P\d\d)$/

const readErrorCode = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code)
}

/** For so many milliseconds after a failed connection no other one is tried: a request would wait once for each of its reads. */
const RETRY_AFTER_MS = 1_000

type Waiter = { isBackground: boolean; resolve: (slot: Slot) => void; reject: (error: Error) => void }

type PoolOptions = {
  /** Connects on first use, with one connection. */
  connect: () => Sql
  size: number
  /** Connections that background jobs leave to requests. */
  reserved: number
  /** Whether connections have time limits of their own; otherwise each transaction sets them. */
  hasLimits: boolean
}

class PoolClosedError extends Error {
  readonly code = 'CONNECTION_ENDED'
  constructor() {
    super('The connection pool is closed')
    this.name = 'PoolClosedError'
  }
}

const discard = (client: Sql, seconds: number): Promise<void> =>
  client.end({ timeout: seconds }).catch((err: unknown) => log.warn({ err }, 'database: closing a connection failed'))

/**
 * Connections to Postgres, each leased for one statement or one transaction. The driver's own pool can only close all of its
 * connections at once; here one that hangs is closed alone, and the transactions beside it continue.
 */
export class ConnectionPool {
  readonly #options: PoolOptions
  readonly #slots: Slot[]
  readonly #free: Slot[]
  #waiting: Waiter[] = []
  #inBackground = 0
  #isClosed = false
  #unreachable: { error: unknown; until: number } | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({ client: options.connect(), hasConnected: false }))
    this.#free = [...this.#slots]
  }

  /**
   * The part of a driver that Drizzle uses.
   * @param scope ends the queries that are made with this client
   */
  client(scope: Scope): Sql {
    const unsafe: (...args: Parameters<Sql['unsafe']>) => unknown = (...args) => {
      let isRaw = false
      // Drizzle calls `values()` synchronously, before the statement is sent.
      const rows = Promise.resolve().then(() =>
        this.#use(scope, (client) => (isRaw ? client.unsafe(...args).values() : client.unsafe(...args))),
      )
      const values = () => {
        isRaw = true
        return rows
      }
      return Object.assign(rows, { values })
    }
    const begin = (work: (transaction: TransactionSql) => Promise<unknown>) =>
      this.#use(scope, (client) => client.begin((transaction) => this.#transact(scope, transaction, work)))
    return { options: { parsers: {}, serializers: {} }, unsafe, begin } as unknown as Sql
  }

  /** Opens every connection. @throws when the server cannot be reached */
  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map(({ client }) => client.unsafe('select 1')))
  }

  /** Closes all connections after at most so many seconds; transactions that are still open are rolled back. */
  async close(seconds: number): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new PoolClosedError())
    await Promise.all(this.#slots.map(({ client }) => discard(client, seconds)))
  }

  #transact(scope: Scope, transaction: TransactionSql, work: (transaction: TransactionSql) => Promise<unknown>) {
    const limits = scope.limits() ?? (this.#options.hasLimits ? {} : CONNECTION_LIMITS)
    const statements = Object.entries(limits).map(
      ([name, milliseconds]) => `set local ${name} = ${Math.max(1, Math.round(milliseconds))}`,
    )
    // Sent together with the first statement; a failure ends the transaction.
    if (statements.length > 0) transaction.unsafe(statements.join('; ')).catch(() => undefined)
    return withoutNetwork(() => work(transaction))
  }

  async #use<Result>(scope: Scope, work: (client: Sql) => PromiseLike<Result>): Promise<Result> {
    const slot = await this.#lease(scope)
    try {
      if (!slot.hasConnected && this.#unreachable && performance.now() < this.#unreachable.until)
        throw this.#unreachable.error
      const result = await withDeadline(
        withNetwork(async () => work(slot.client)),
        scope.timeLeft(),
        () => {
          this.#replace(slot)
          throw scope.timeoutError()
        },
      )
      slot.hasConnected = true
      return result
    } catch (error) {
      const code = readErrorCode(error)
      if (UNREACHABLE.test(code) && error !== this.#unreachable?.error)
        this.#unreachable = { error, until: performance.now() + RETRY_AFTER_MS }
      if (UNREACHABLE.test(code) || CLOSED.test(code)) this.#replace(slot)
      throw error
    } finally {
      this.#release(slot, scope.isBackground)
    }
  }

  async #lease(scope: Scope): Promise<Slot> {
    if (this.#isClosed) throw new PoolClosedError()
    if (scope.timeLeft() <= 0) throw scope.timeoutError()
    const slot = this.#take(scope.isBackground)
    if (slot) return slot
    const { promise, resolve, reject } = Promise.withResolvers<Slot>()
    const waiter: Waiter = { isBackground: scope.isBackground, resolve, reject }
    this.#waiting.push(waiter)
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((each) => each !== waiter)
      reject(scope.timeoutError())
    }, scope.timeLeft())
    return promise.finally(() => clearTimeout(timer))
  }

  #take(isBackground: boolean): Slot | undefined {
    const { size, reserved } = this.#options
    if (isBackground && this.#inBackground >= Math.max(1, size - reserved)) return undefined
    // The connection that was used last: the others may close when they are idle.
    const slot = this.#free.pop()
    if (slot && isBackground) this.#inBackground += 1
    return slot
  }

  #release(slot: Slot, wasBackground: boolean): void {
    if (wasBackground) this.#inBackground -= 1
    this.#free.push(slot)
    const next = this.#waiting.find(({ isBackground }) => !isBackground) ?? this.#waiting[0]
    const taken = next && this.#take(next.isBackground)
    if (!taken) return
    this.#waiting = this.#waiting.filter((each) => each !== next)
    next.resolve(taken)
  }

  /** Closes one connection, which rolls back its transaction; the next query connects again. */
  #replace(slot: Slot): void {
    const { client } = slot
    slot.hasConnected = false
    if (!this.#isClosed) slot.client = this.#options.connect()
    void discard(client, 0)
  }
}
