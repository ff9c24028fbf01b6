import { beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '../../lib/db/organization.ts'
import { events, organizations } from '../../lib/db/schema/index.ts'
import { changeAfter } from '../../lib/events/changes.ts'
import type { Action, Actor } from '../../lib/events/event.ts'
import { recordEvent } from '../../lib/events/record.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const ORGANIZATION = 'org_a'

/** Milliseconds that the transaction of a request takes at most. */
const LONGEST_REQUEST = 3_000

describe('the last change of an organization', () => {
  const opened = openedDatabase()
  beforeEach(async () => {
    await opened.db.delete(organizations)
  })

  const record = (action: Action, organizationId = ORGANIZATION) =>
    inOrganization(opened.db, organizationId, (tx) => recordEvent(tx, ADA, { action }))
  const insert = (at: Date) =>
    inOrganization(opened.db, ORGANIZATION, ({ db, organizationId }) =>
      db.insert(events).values({ organizationId, action: 'call.created', actorKind: 'assistant', at }),
    )
  const after = (since?: string | null, patience = 0, signal = new AbortController().signal) =>
    changeAfter(opened.url, ORGANIZATION, since, patience, signal)

  /** Milliseconds from a change to the answer of who waits for it. */
  async function delayOf(change: () => Promise<unknown>): Promise<number> {
    const before = await after()
    const waiting = after(before, 60_000)
    // Its own first look is over when others that began later are.
    for (let looks = 0; looks < 3; looks += 1) await after(before)
    await change()
    const began = performance.now()
    expect(await waiting).not.toBe(before)
    return performance.now() - began
  }

  it('is another one after a change, and after nothing else', async () => {
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

  it('is heard of at once, and found within moments where nobody says so', { timeout: 15_000 }, async () => {
    const unsaid = await delayOf(() => insert(new Date()))
    const heard: number[] = []
    // The first may come before the process listens.
    for (let times = 0; times < 3; times += 1) heard.push(await delayOf(() => record('call.created')))
    expect(Math.min(...heard)).toBeLessThan(unsaid / 2)
  })

  it('is answered as it is to who does not wait any longer', { timeout: 15_000 }, async () => {
    await record('call.created')
    const last = await after()
    expect(await after(last, 60_000, AbortSignal.abort())).toBe(last)
    expect(await after(last, 60_000, AbortSignal.timeout(50))).toBe(last)
  })

  it('is another one also after a change that began before it and is stored after it', async () => {
    await record('call.created')
    const first = await after()
    await insert(new Date(Date.now() - LONGEST_REQUEST))
    const second = await after(first)
    expect(second).not.toBe(first)
    expect(await after(second)).toBe(second)
  })
})
