import { beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '../../lib/db/organization.ts'
import { events, organizations } from '../../lib/db/schema/index.ts'
import { changeAfter } from '../../lib/events/changes.ts'
import type { Action, Actor } from '../../lib/events/event.ts'
import { recordEvent } from '../../lib/events/record.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const ORGANIZATION = 'org_a'

/** Milliseconds that a transaction takes at most. */
const LONGEST_TRANSACTION = 3_000

describe('the last change of an organization', () => {
  const opened = openedDatabase()
  beforeEach(async () => {
    await opened.db.delete(organizations)
  })

  const record = (action: Action, organizationId = ORGANIZATION) =>
    inOrganization(opened.db, organizationId, (tx) => recordEvent(tx, ADA, { action }))
  const after = (since?: string | null, patience = 0) =>
    changeAfter(opened.url, ORGANIZATION, since, patience, new AbortController().signal)

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

  it('is heard of while it is waited for', async () => {
    const waiting = after(null, 30_000)
    await record('call.created')
    expect(await waiting).toBe(await after())
  })

  it('is another one also after a change that began before it and is stored after it', async () => {
    await record('call.created')
    const first = await after()
    await inOrganization(opened.db, ORGANIZATION, ({ db, organizationId }) =>
      db.insert(events).values({
        organizationId,
        action: 'call.created',
        actorKind: 'assistant',
        at: new Date(Date.now() - LONGEST_TRANSACTION),
      }),
    )
    const second = await after(first)
    expect(second).not.toBe(first)
    expect(await after(second)).toBe(second)
  })
})
