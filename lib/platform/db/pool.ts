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

const UNREACHABLE_CODE_PATTERN = /^(CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w*UNREACH)$/

/**
 * Error codes of a closed connection. Its client is replaced, because it can reject the next query with the old error.
 */
const CLOSED_CODE_PATTERN = /^(CONNECTION_\w+|ECONNRESET|ECONNABORTED|EPIPE|57P\d\d)$/

const readErrorCode = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code)
}

/** Pause after a failed connection. Otherwise, each query of a request would wait for a connection. */
const RECONNECT_PAUSE_MS = 1_000

type Waiter = { isBackground: boolean; resolve: (slot: Slot) => void; reject: (error: Error) => void }

type PoolOptions = {
  connect: () => Sql
  size: number
  reserved: number
  /** Whether the connections already have time limits; otherwise, each transaction sets them. */
  hasLimits: boolean
}

class PoolClosedError extends Error {
  readonly code = 'CONNECTION_ENDED'
  constructor() {
    super('The connection pool is closed')
    this.name = 'PoolClosedError'
  }
}

const closeClient = (client: Sql, seconds: number): Promise<void> =>
  client.end({ timeout: seconds }).catch((err: unknown) => log.warn({ err }, 'postgres: closing a connection failed'))

/**
 * Leases a connection per statement or transaction. It closes only a hanging connection, whereas the driver's pool can
 * only close all connections.
 */
export class ConnectionPool {
  readonly #options: PoolOptions
  readonly #slots: Slot[]
  readonly #freeSlots: Slot[]
  #waiters: Waiter[] = []
  #backgroundCount = 0
  #isClosed = false
  #outage: { error: unknown; until: number } | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({ client: options.connect(), hasConnected: false }))
    this.#freeSlots = [...this.#slots]
  }

  /** Returns the part of the driver's client that Drizzle uses. @param scope limits of the queries */
  createClient(scope: Scope): Sql {
    const unsafe: (...args: Parameters<Sql['unsafe']>) => unknown = (...args) => {
      let isRaw = false
      // Drizzle calls `values()` synchronously, before the statement is sent.
      const rows = Promise.resolve().then(() =>
        this.#run(scope, (client) => (isRaw ? client.unsafe(...args).values() : client.unsafe(...args))),
      )
      const values = () => {
        isRaw = true
        return rows
      }
      return Object.assign(rows, { values })
    }
    const begin = (work: (transaction: TransactionSql) => Promise<unknown>) =>
      this.#run(scope, (client) => client.begin((transaction) => this.#runTransaction(scope, transaction, work)))
    return { options: { parsers: {}, serializers: {} }, unsafe, begin } as unknown as Sql
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map(({ client }) => client.unsafe('select 1')))
  }

  /** Closes the pool. Waits up to `seconds`, then rolls back open transactions. */
  async close(seconds: number): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiters.splice(0)) reject(new PoolClosedError())
    await Promise.all(this.#slots.map(({ client }) => closeClient(client, seconds)))
  }

  #runTransaction(scope: Scope, transaction: TransactionSql, work: (transaction: TransactionSql) => Promise<unknown>) {
    const limits = scope.limits() ?? (this.#options.hasLimits ? {} : CONNECTION_LIMITS)
    const statements = Object.entries(limits).map(
      ([name, milliseconds]) => `set local ${name} = ${Math.max(1, Math.round(milliseconds))}`,
    )
    // The settings are pipelined with the first statement. If one fails, the transaction ends.
    if (statements.length > 0) transaction.unsafe(statements.join('; ')).catch(() => undefined)
    return withoutNetwork(() => work(transaction))
  }

  async #run<Result>(scope: Scope, work: (client: Sql) => PromiseLike<Result>): Promise<Result> {
    const slot = await this.#lease(scope)
    try {
      if (!slot.hasConnected && this.#outage && performance.now() < this.#outage.until) throw this.#outage.error
      const result = await withDeadline(
        withNetwork(async () => work(slot.client)),
        scope.getTimeLeftMs(),
        () => {
          this.#replace(slot)
          throw scope.createTimeoutError()
        },
      )
      slot.hasConnected = true
      return result
    } catch (error) {
      const code = readErrorCode(error)
      if (UNREACHABLE_CODE_PATTERN.test(code) && error !== this.#outage?.error)
        this.#outage = { error, until: performance.now() + RECONNECT_PAUSE_MS }
      if (UNREACHABLE_CODE_PATTERN.test(code) || CLOSED_CODE_PATTERN.test(code)) this.#replace(slot)
      throw error
    } finally {
      this.#release(slot, scope.isBackground)
    }
  }

  async #lease(scope: Scope): Promise<Slot> {
    if (this.#isClosed) throw new PoolClosedError()
    if (scope.getTimeLeftMs() <= 0) throw scope.createTimeoutError()
    const slot = this.#acquireFreeSlot(scope.isBackground)
    if (slot) return slot
    const { promise, resolve, reject } = Promise.withResolvers<Slot>()
    const waiter: Waiter = { isBackground: scope.isBackground, resolve, reject }
    this.#waiters.push(waiter)
    const timer = setTimeout(() => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter)
      reject(scope.createTimeoutError())
    }, scope.getTimeLeftMs())
    return promise.finally(() => clearTimeout(timer))
  }

  #acquireFreeSlot(isBackground: boolean): Slot | undefined {
    const { size, reserved } = this.#options
    if (isBackground && this.#backgroundCount >= Math.max(1, size - reserved)) return undefined
    // The pool prefers the connection that was used last, so that the others can close when idle.
    const slot = this.#freeSlots.pop()
    if (slot && isBackground) this.#backgroundCount += 1
    return slot
  }

  #release(slot: Slot, wasInBackground: boolean): void {
    if (wasInBackground) this.#backgroundCount -= 1
    this.#freeSlots.push(slot)
    const next = this.#waiters.find(({ isBackground }) => !isBackground) ?? this.#waiters[0]
    const freeSlot = next && this.#acquireFreeSlot(next.isBackground)
    if (!freeSlot) return
    this.#waiters = this.#waiters.filter((other) => other !== next)
    next.resolve(freeSlot)
  }

  #replace(slot: Slot): void {
    const { client } = slot
    slot.hasConnected = false
    if (!this.#isClosed) slot.client = this.#options.connect()
    void closeClient(client, 0)
  }
}
