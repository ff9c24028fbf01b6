import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '@ductwise/postgres'
import type { Sql } from 'postgres'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../support/tables.ts'
import { changeAfter } from '../../lib/dashboard/events/changes.ts'
import type { Action, Actor } from '../../lib/dashboard/model/event.ts'
import { isListening, startListening } from '../../lib/dashboard/events/listener.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { sharedState } from '../../lib/platform/process/shared-state.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { startTcpRelay } from '../support/stack/tcp-relay.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const ORGANIZATION = 'org_a'

/** Maximum duration of a request's transaction, in milliseconds. */
const LONGEST_REQUEST = 3_000

/** Closes the LISTEN connection, so that the next one opens without a delay. */
function forgetListener(): void {
  const listener = sharedState<{ connection?: Sql; isListening: boolean; retryAt: number }>(
    'organization-changes',
    () => ({ isListening: false, retryAt: 0 }),
  )
  void listener.connection?.end({ timeout: 0 })
  Object.assign(listener, { connection: undefined, isListening: false, retryAt: 0 })
}

describe('last change of an organization', () => {
  const opened = openedDatabase()
  beforeEach(opened.deleteOrganizations)

  const record = (action: Action, organizationId = ORGANIZATION) =>
    opened.within(organizationId, (tx) => recordEvent(tx, ADA, { action }))
  const insert = (at: Date) =>
    opened.within(ORGANIZATION, ({ db, organizationId }) =>
      db.insert(events).values({ organizationId, action: 'call.created', actorKind: 'assistant', at }),
    )
  const after = (since?: string | null, patience = 0, signal = new AbortController().signal) =>
    changeAfter(opened.url, ORGANIZATION, since, patience, signal)

  /** Measures the milliseconds from a change to the response for a waiting client. */
  async function delayOf(change: () => Promise<unknown>): Promise<number> {
    const before = await after()
    const waiting = after(before, 60_000)
    // After these queries, the first query of the waiting client has finished.
    for (let looks = 0; looks < 3; looks += 1) await after(before)
    await change()
    const began = performance.now()
    expect(await waiting).not.toBe(before)
    return performance.now() - began
  }

  it("is updated by changes to the organization's own data, not by reads", async () => {
    expect(await after()).toBeNull()
    await record('call.created')
    const first = await after(null)
    expect(first).not.toBeNull()
    await record('lead.updated', 'org_b')
    await record('call.read')
    expect(await after(first)).toBe(first)
    await record('lead.updated')
    expect(await after(first)).not.toBe(first)
  })

  it('arrives immediately through a notification', { timeout: 15_000 }, async () => {
    const delays: number[] = []
    // The first change may happen before the LISTEN connection is ready.
    for (let times = 0; times < 3; times += 1) delays.push(await delayOf(() => record('call.created')))
    expect(Math.min(...delays)).toBeLessThan(500)
  })

  it('is found by polling while the LISTEN connection is down, then by notification', async () => {
    const connection = await startTcpRelay(Number(new URL(opened.url).port))
    const url = Object.assign(new URL(opened.url), { port: String(connection.port) }).href
    // Opens the shared pool on the direct URL, so that only the LISTEN connection uses the relay.
    await after()
    forgetListener()
    startListening(url)
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 })
    connection.mute()
    const before = await after()
    const waiting = after(before, 60_000)
    // Waits until the first query of the waiting client has finished.
    await wait(500)
    await insert(new Date())
    expect(await waiting).not.toBe(before)
    expect(isListening()).toBe(false)
    await vi.waitFor(
      () => {
        startListening(opened.url)
        expect(isListening()).toBe(true)
      },
      { timeout: 15_000, interval: 200 },
    )
    expect(await delayOf(() => record('call.created'))).toBeLessThan(500)
    await connection.close()
  })

  it('is found by polling while no notifications arrive', async () => {
    forgetListener()
    const silent = await startPostgres({ port: 0, notifications: false })
    startListening(silent.url)
    expect(await delayOf(() => insert(new Date()))).toBeLessThan(3_000)
    expect(isListening()).toBe(false)
    forgetListener()
    await silent.close()
  })

  it('is returned unchanged when the client aborts', { timeout: 15_000 }, async () => {
    await record('call.created')
    const last = await after()
    expect(await after(last, 60_000, AbortSignal.abort())).toBe(last)
    expect(await after(last, 60_000, AbortSignal.timeout(50))).toBe(last)
  })

  it('is updated by a transaction that started earlier but commits later', async () => {
    await record('call.created')
    const first = await after()
    await insert(new Date(Date.now() - LONGEST_REQUEST))
    const second = await after(first)
    expect(second).not.toBe(first)
    expect(await after(second)).toBe(second)
  })
})
