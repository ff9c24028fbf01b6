import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '@ductwise/postgres'
import type { Sql } from 'postgres'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../support/tables.ts'
import { waitForChange } from '../../lib/dashboard/events/changes.ts'
import type { Action, Actor } from '../../lib/dashboard/model/event.ts'
import { isListening, startListening } from '../../lib/dashboard/events/listener.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { startTcpRelay } from '../support/stack/tcp-relay.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const ORGANIZATION = 'org_a'

/** Maximum duration of a request's transaction. */
const MAX_REQUEST_MS = 3_000

/** Closes the LISTEN connection, so that the next one opens without a delay. */
function resetListener(): void {
  const listener = getSharedState<{ connection?: Sql; isListening: boolean; retryAt: number }>(
    'organization-changes',
    () => ({ isListening: false, retryAt: 0 }),
  )
  void listener.connection?.end({ timeout: 0 })
  Object.assign(listener, { connection: undefined, isListening: false, retryAt: 0 })
}

describe('last change of an organization', () => {
  const database = setUpDatabase()
  beforeEach(database.deleteOrganizations)

  const recordAction = (action: Action, organizationId = ORGANIZATION) =>
    database.within(organizationId, (tx) => recordEvent(tx, ADA, { action }))
  const insertEvent = (eventAt: Date) =>
    database.within(ORGANIZATION, ({ db, organizationId }) =>
      db.insert(events).values({ organizationId, action: 'call.created', actorKind: 'assistant', at: eventAt }),
    )
  const waitForNext = (since?: string | null, waitMs = 0, signal = new AbortController().signal) =>
    waitForChange(database.url, ORGANIZATION, since, waitMs, signal)

  /** Returns the milliseconds from a change until a waiting client gets its response. */
  async function measureDelay(change: () => Promise<unknown>): Promise<number> {
    const lastChange = await waitForNext()
    const pending = waitForNext(lastChange, 60_000)
    // After these queries, the first query of the waiting client has finished.
    for (let attempt = 0; attempt < 3; attempt += 1) await waitForNext(lastChange)
    await change()
    const startedAt = performance.now()
    expect(await pending).not.toBe(lastChange)
    return performance.now() - startedAt
  }

  it("is updated by changes to the organization's own data, not by reads", async () => {
    expect(await waitForNext()).toBeNull()
    await recordAction('call.created')
    const first = await waitForNext(null)
    expect(first).not.toBeNull()
    await recordAction('lead.updated', 'org_b')
    await recordAction('call.read')
    expect(await waitForNext(first)).toBe(first)
    await recordAction('lead.updated')
    expect(await waitForNext(first)).not.toBe(first)
  })

  it('arrives immediately through a notification', { timeout: 15_000 }, async () => {
    const delays: number[] = []
    // The first change may happen before the LISTEN connection is ready.
    for (let attempt = 0; attempt < 3; attempt += 1) delays.push(await measureDelay(() => recordAction('call.created')))
    expect(Math.min(...delays)).toBeLessThan(500)
  })

  it('is found by polling while the LISTEN connection is down, then by notification', async () => {
    const connection = await startTcpRelay(Number(new URL(database.url).port))
    const url = Object.assign(new URL(database.url), { port: String(connection.port) }).href
    // Opens the shared pool on the direct URL. Only the LISTEN connection uses the relay.
    await waitForNext()
    resetListener()
    startListening(url)
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 })
    connection.mute()
    const lastChange = await waitForNext()
    const pending = waitForNext(lastChange, 60_000)
    // Waits until the first query of the waiting client has finished.
    await wait(500)
    await insertEvent(new Date())
    expect(await pending).not.toBe(lastChange)
    expect(isListening()).toBe(false)
    await vi.waitFor(
      () => {
        startListening(database.url)
        expect(isListening()).toBe(true)
      },
      { timeout: 15_000, interval: 200 },
    )
    expect(await measureDelay(() => recordAction('call.created'))).toBeLessThan(500)
    await connection.close()
  })

  it('is found by polling while no notifications arrive', async () => {
    resetListener()
    const silentServer = await startPostgres({ port: 0, notifications: false })
    startListening(silentServer.url)
    expect(await measureDelay(() => insertEvent(new Date()))).toBeLessThan(3_000)
    expect(isListening()).toBe(false)
    resetListener()
    await silentServer.close()
  })

  it('is returned unchanged when the client aborts', { timeout: 15_000 }, async () => {
    await recordAction('call.created')
    const last = await waitForNext()
    expect(await waitForNext(last, 60_000, AbortSignal.abort())).toBe(last)
    expect(await waitForNext(last, 60_000, AbortSignal.timeout(50))).toBe(last)
  })

  it('is updated by a transaction that started earlier but commits later', async () => {
    await recordAction('call.created')
    const first = await waitForNext()
    await insertEvent(new Date(Date.now() - MAX_REQUEST_MS))
    const second = await waitForNext(first)
    expect(second).not.toBe(first)
    expect(await waitForNext(second)).toBe(second)
  })
})
