import type { Sql, TransactionSql } from 'postgres'
import { withDeadline } from '../time/deadline.ts'
import { log } from '../log/log.ts'
import { withNetwork, withoutNetwork } from './no-network.ts'
import { CONNECTION_LIMITS, type Scope } from './scope.ts'

/** Slot of one connection. Its client reconnects on demand, and is replaced when a query times out. */
type Slot = {
  client: Sql
  hasConnected: boolean
}

const UNREACHABLE = /^(CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w*UNREACH)$/

/**
 * Error codes of a closed connection. Its client is replaced, because it can reject the next query with the old error.
 */
const CLOSED = /^(CONNECTION_\w+|ECONNRESET|ECONNABORTED|EPIPE|57P\d\d)$/

const readErrorCode = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code)
}

/** Pause after a failed connection. Without it, a request would wait for a connection once per query. */
const RETRY_AFTER_MS = 1_000

type Waiter = { isBackground: boolean; resolve: (slot: Slot) => void; reject: (error: Error) => void }

type PoolOptions = {
  connect: () => Sql
  size: number
  reserved: number
  /** Whether connections have time limits of the server; otherwise each transaction sets them. */
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
  client.end({ timeout: seconds }).catch((err: unknown) => log.warn({ err }, 'postgres: closing a connection failed'))

/**
 * Leases a connection per statement or transaction. It closes only a hanging connection, whereas the driver's pool can
 * only close all.
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

  /** Returns the part of the driver's client that Drizzle uses. @param scope limits of the queries */
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

  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map(({ client }) => client.unsafe('select 1')))
  }

  /** Closes the pool. Waits up to `seconds`, then rolls back open transactions. */
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
    // The settings are pipelined with the first statement. If one fails, the transaction ends.
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
    // The pool prefers the connection that was used last, so that the others can close when idle.
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

  #replace(slot: Slot): void {
    const { client } = slot
    slot.hasConnected = false
    if (!this.#isClosed) slot.client = this.#options.connect()
    void discard(client, 0)
  }
}
