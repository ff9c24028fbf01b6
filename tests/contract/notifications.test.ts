import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDevice } from '../../lib/dashboard/alerts/devices.ts'
import { readNotification, recordSentNotification } from '../../lib/dashboard/alerts/notification.ts'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import { waitForChange } from '../../lib/dashboard/events/changes.ts'
import { changeLeads, restoreLeads } from '../../lib/dashboard/leads/bulk.ts'
import { changeLead, createLead } from '../../lib/dashboard/leads/repository.ts'
import { addNote, listNotes } from '../../lib/dashboard/leads/timeline.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { addNotifications } from '../../lib/dashboard/notifications/add.ts'
import { createAdminNotificationHandler, notifyAdmins } from '../../lib/dashboard/notifications/admins.ts'
import { MAX_SHOWN_UNREAD, notificationList } from '../../lib/dashboard/notifications/record.ts'
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationReader,
} from '../../lib/dashboard/notifications/repository.ts'
import { deleteMembership, deletePerson } from '../../lib/dashboard/organizations/repository.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { type Handler, runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, addLead } from '../support/rows.ts'
import { calls, jobs, leads, notifications, organizationMembers } from '../support/tables.ts'
import { ADMINS, ANA, buildPerson, createAlertsFixture, SAM } from './alerts-fixtures.ts'

const ORGANIZATION = 'org_a'
const KEY: Actor = { kind: 'key', id: '00000000-0000-4000-8000-000000000000' }
const DAY_MS = 86_400_000

const database = setUpDatabase()
const fixture = createAlertsFixture(() => database.db, ORGANIZATION)
const { within } = fixture

beforeEach(fixture.clear)

const buildReader = (userId: string, canOpen: NotificationReader['canOpen'] = () => true) => ({ userId, canOpen })

const listFor = async (userId: string, canOpen?: NotificationReader['canOpen']) => {
  const list = await within((tx) => listNotifications(tx, buildReader(userId, canOpen)))
  expect(notificationList.parse(list)).toEqual(list)
  return list.rows
}

const countFor = (userId: string) => within((tx) => countUnread(tx, userId))

const addMembers = (...userIds: string[]) =>
  within(({ db, organizationId }) =>
    db
      .insert(organizationMembers)
      .values(userIds.map((userId) => ({ id: `member_${userId}`, organizationId, userId }))),
  )

/** Adds notifications of a user, a minute apart. Returns their ids, newest first. */
async function addMany(userId: string, count: number, start = Date.now()): Promise<string[]> {
  const rows = await within(({ db, organizationId }) =>
    db
      .insert(notifications)
      .values(
        Array.from({ length: count }, (_, index) => ({
          organizationId,
          userId,
          kind: 'import' as const,
          createdAt: new Date(start - index * 60_000),
        })),
      )
      .returning({ id: notifications.id }),
  )
  return rows.map(({ id }) => id)
}

describe('notification of an alert', () => {
  const subscription = { endpoint: 'https://fcm.googleapis.com/sam', keys: { p256dh: 'p', auth: 'a' } }
  /** Records the push notification as sent, without a push service. */
  const sendPush: Handler = async (job, { db, now }) => {
    await runInOrganization(db, job.organizationId, async (tx) => {
      const notification = await readNotification(tx, job)
      if (notification) await recordSentNotification(tx, job, notification, now)
    })
  }

  it('is listed once with all channels, and links to the call', async () => {
    await fixture.onCall([SAM])
    await within((tx) => addDevice(tx, buildPerson(SAM), subscription, null))
    const call = await fixture.comeIn()
    expect(await listFor(SAM), 'not sent yet').toEqual([])
    await fixture.work({ ...fixture.handlers, 'alert-push': sendPush })
    expect(await listFor(SAM)).toMatchObject([
      {
        kind: 'alert',
        details: { alert: 'urgent', channels: ['mail', 'push'] },
        path: `/dashboard/calls/${call}`,
        readAt: null,
      },
    ])
    expect(await listFor(ANA)).toEqual([])
  })

  it('is added once if the job runs again after the email', async () => {
    await fixture.callTo([SAM])
    const [job] = await within(({ db }) => db.select().from(jobs).where(eq(jobs.kind, 'alert-mail')))
    if (!job) throw new Error('There is no mail job')
    const { sentAt: _sentAt, ...details } = job.details
    await within(({ db }) => db.update(jobs).set({ doneAt: null, details }).where(eq(jobs.id, job.id)))
    await fixture.work()
    expect(fixture.mails).toHaveLength(2)
    expect(await listFor(SAM)).toHaveLength(1)
  })

  it('is added for each step that notifies the user', async () => {
    await fixture.callTo([SAM])
    await fixture.workAfter(5)
    expect(await listFor(SAM)).toHaveLength(1)
    for (const admin of ADMINS)
      expect(await listFor(admin)).toMatchObject([{ details: { alert: 'urgent', channels: ['mail'], isLast: true } }])
  })

  it('is not added if the email was not sent', async () => {
    fixture.state.sendMail = async () => {
      throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    }
    await fixture.callTo([SAM])
    expect(await listFor(SAM)).toEqual([])
  })

  it('adds its channel to the notification of the assignment', async () => {
    await fixture.onCall([])
    const call = await fixture.comeIn({ outcome: 'booked' })
    await within((tx) => changeCall(tx, buildPerson(ANA), call, { handedToId: SAM }))
    await fixture.work()
    expect(fixture.told()).toEqual([SAM])
    expect(await listFor(SAM)).toMatchObject([
      {
        kind: 'assigned',
        details: { subject: 'call', byId: ANA, channels: ['mail'] },
        path: `/dashboard/calls/${call}`,
      },
    ])
  })
})

describe('notification of an assignment', () => {
  it.each([
    ['a teammate', buildPerson(ANA), { subject: 'call', byId: ANA }],
    ['an API key', KEY, { subject: 'call' }],
  ])('of a call by %s is added once', async (_, actor, details) => {
    const id = await within((tx) => addCall(tx, { callerName: 'Ada Vance' }))
    await within((tx) => changeCall(tx, actor, id, { handedToId: SAM }))
    await within((tx) => changeCall(tx, actor, id, { handedToId: SAM, summary: 'Changed' }))
    expect(await listFor(SAM)).toMatchObject([
      { kind: 'assigned', details, name: 'Ada Vance', path: `/dashboard/calls/${id}` },
    ])
  })

  it('of a lead is added once, also for a new lead', async () => {
    const created = await within((tx) =>
      createLead(tx, buildPerson(ANA), { name: 'Ada Vance', problem: 'No heat', assigneeId: SAM }),
    )
    expect(await listFor(SAM)).toMatchObject([
      { kind: 'assigned', details: { subject: 'lead', byId: ANA }, path: `/dashboard/leads/${created.id}` },
    ])
    await within((tx) => changeLead(tx, buildPerson(ANA), created.id, { stage: 'booked' }))
    await within((tx) => changeLead(tx, buildPerson(SAM), created.id, { assigneeId: ANA }))
    expect(await listFor(SAM)).toHaveLength(1)
    expect(await listFor(ANA)).toHaveLength(1)
  })

  it('is not added if users assign records to themselves, unassign them, or try a test call', async () => {
    const [call, testCall] = await within(async (tx) => [await addCall(tx), await addCall(tx, { isTest: true })])
    const lead = await within((tx) => addLead(tx))
    await within((tx) => changeCall(tx, buildPerson(SAM), call, { handedToId: SAM }))
    await within((tx) => changeLead(tx, buildPerson(SAM), lead, { assigneeId: SAM }))
    await within((tx) => changeLead(tx, buildPerson(ANA), lead, { assigneeId: null }))
    await within((tx) => changeCall(tx, buildPerson(ANA), testCall, { handedToId: SAM }))
    expect(await within(({ db }) => db.$count(notifications))).toBe(0)
  })

  it('combines the leads of a bulk change, without those that were assigned before; its undo adds none', async () => {
    const ids = await within(async (tx) => [
      await addLead(tx, { assigneeId: SAM }),
      await addLead(tx),
      await addLead(tx, { assigneeId: ANA }),
    ])
    const { previous } = await within((tx) => changeLeads(tx, buildPerson(ANA), ids, { assigneeId: SAM }))
    const combined = {
      kind: 'assigned',
      details: { subject: 'lead', count: 2, byId: ANA },
      path: '/dashboard/leads?assignee=me',
    }
    expect(await listFor(SAM)).toMatchObject([combined])
    await within((tx) => restoreLeads(tx, buildPerson(SAM), previous))
    expect(await listFor(ANA)).toEqual([])
    await within((tx) => changeLeads(tx, buildPerson(ANA), ids, { stage: 'won' }))
    await within((tx) => changeLeads(tx, buildPerson(ANA), ids.slice(1, 2), { assigneeId: SAM, stage: 'lost' }))
    expect(await listFor(SAM)).toMatchObject([{ path: `/dashboard/leads/${ids[1]}` }, combined])
  })
})

describe('mention in a note', () => {
  it('notifies each mentioned member once, but neither the author nor other users', async () => {
    await addMembers(SAM, ANA)
    const lead = await within((tx) => addLead(tx, { name: 'Ada Vance' }))
    const text = `@[${SAM}] and @[${SAM}], ask @[${ANA}] or @[user_stranger]`
    await within((tx) => addNote(tx, buildPerson(ANA), lead, { text }))
    expect(await listFor(SAM)).toMatchObject([
      { kind: 'mention', details: { byId: ANA }, name: 'Ada Vance', path: `/dashboard/leads/${lead}` },
    ])
    expect(await within(({ db }) => db.$count(notifications))).toBe(1)
  })

  it('is not added for a note without a mention', async () => {
    await addMembers(SAM)
    const lead = await within((tx) => addLead(tx))
    await within((tx) => addNote(tx, buildPerson(ANA), lead, { text: `Call ${SAM} @Sam` }))
    expect(await listFor(SAM)).toEqual([])
  })
})

describe('notification of the admins', () => {
  const failure = {
    kind: 'integration',
    subjectId: 'connection',
    details: { provider: 'slack', failure: 'no_answer' },
    onceKey: 'once',
  } as const
  const runJobs = (membersWithRole: () => Promise<string[]>) =>
    runDueJobs(database.db, 'notify-admins', createAdminNotificationHandler({ membersWithRole }), {
      clock: () => fixture.state.now,
      log: { warn: () => undefined, error: () => undefined },
    })

  it('is added once per admin, even if Clerk fails at first and the job runs twice', async () => {
    await within((tx) => notifyAdmins(tx, failure))
    await within((tx) => notifyAdmins(tx, failure))
    await runJobs(async () => {
      throw new Error('Clerk is unavailable')
    })
    expect(await within(({ db }) => db.$count(notifications))).toBe(0)
    for (let run = 0; run < 2; run += 1) {
      fixture.later(60)
      await runJobs(async () => ADMINS)
      await within(({ db }) => db.update(jobs).set({ doneAt: null }))
    }
    for (const admin of ADMINS)
      expect(await listFor(admin)).toMatchObject([
        { kind: 'integration', details: failure.details, path: '/dashboard/integrations' },
      ])
    expect(await within(({ db }) => db.$count(notifications))).toBe(ADMINS.length)
  })
})

describe('notifications', () => {
  it('are listed newest first, once each, while others are added', async () => {
    const ids = await addMany(SAM, 70)
    const received: string[] = []
    let cursor: string | undefined
    do {
      const page = await within((tx) => listNotifications(tx, buildReader(SAM), { cursor }))
      received.push(...page.rows.map(({ id }) => id))
      cursor = page.next ?? undefined
      await addMany(SAM, 1, Date.now() + DAY_MS)
    } while (cursor)
    expect(received).toEqual(ids)
  })

  it('belong to one user of one organization', async () => {
    const [id = ''] = await addMany(SAM, 1)
    const strangers = [
      { organizationId: ORGANIZATION, userId: ANA },
      { organizationId: 'org_b', userId: SAM },
    ]
    for (const { organizationId, userId } of strangers) {
      const run = <Result>(work: Parameters<typeof database.within<Result>>[1]) => database.within(organizationId, work)
      expect(await run(async (tx) => (await listNotifications(tx, buildReader(userId))).rows)).toEqual([])
      expect(await run((tx) => countUnread(tx, userId))).toBe(0)
      expect(await run((tx) => markRead(tx, userId, id))).toBe(false)
      await run((tx) => markAllRead(tx, userId, new Date(Date.now() + DAY_MS)))
    }
    expect(await countFor(SAM)).toBe(1)
  })

  it('can be marked as read one by one', async () => {
    const [first = '', second = ''] = await addMany(SAM, 2)
    expect(await within((tx) => markRead(tx, SAM, first))).toBe(true)
    const [{ readAt } = { readAt: null }] = await listFor(SAM)
    expect(readAt).not.toBeNull()
    expect(await countFor(SAM)).toBe(1)
    expect(await within((tx) => markRead(tx, SAM, first))).toBe(true)
    expect((await listFor(SAM))[0]?.readAt, 'the first time is kept').toBe(readAt)
    for (const id of ['x', '', '00000000-0000-4000-8000-000000000000'])
      expect(await within((tx) => markRead(tx, SAM, id))).toBe(false)
    await within((tx) => markRead(tx, SAM, second))
    expect(await countFor(SAM)).toBe(0)
  })

  it('can all be marked as read, except those that the user has not seen', async () => {
    await addMany(SAM, 3)
    const [{ createdAt } = { createdAt: '' }] = await listFor(SAM)
    const [unseen] = await addMany(SAM, 1, Date.parse(createdAt) + 1)
    await within((tx) => markAllRead(tx, SAM, new Date(createdAt)))
    expect((await listFor(SAM)).filter(({ readAt }) => !readAt).map(({ id }) => id)).toEqual([unseen])
  })

  it('are counted up to a limit', async () => {
    await addMany(SAM, MAX_SHOWN_UNREAD + 20)
    expect(await countFor(SAM)).toBe(MAX_SHOWN_UNREAD + 1)
  })

  it('have no link to a deleted subject', async () => {
    const [call, lead] = await within(async (tx) => [await addCall(tx), await addLead(tx)])
    await within((tx) => changeCall(tx, buildPerson(ANA), call, { handedToId: SAM }))
    await within((tx) => changeLead(tx, buildPerson(ANA), lead, { assigneeId: SAM }))
    await within(({ db }) => Promise.all([db.delete(calls), db.delete(leads)]))
    expect(await listFor(SAM)).toMatchObject([
      { name: null, path: null },
      { name: null, path: null },
    ])
  })

  it('name and link only what the user may open', async () => {
    const lead = await within((tx) => addLead(tx, { name: 'Ada Vance' }))
    await within((tx) => changeLead(tx, buildPerson(ANA), lead, { assigneeId: SAM }))
    await within((tx) =>
      addNotifications(tx, [
        { userId: SAM, kind: 'integration', details: { provider: 'slack', failure: 'no_answer' } },
        { userId: SAM, kind: 'webhook', details: { reason: 'failures', host: 'hooks.example.com' } },
        { userId: SAM, kind: 'import', details: { kind: 'leads', state: 'done', counts: { created: 3 } } },
      ]),
    )
    const rows = await listFor(SAM, () => false)
    expect(rows).toHaveLength(4)
    expect(rows.every(({ name, path }) => name === null && path === null)).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/Ada|slack|example|created"/)
  })

  it('wake the dashboards of the organization, even without an event', async () => {
    const wait = (since?: string | null, waitMs = 0) =>
      waitForChange(database.url, ORGANIZATION, since, waitMs, new AbortController().signal)
    await addMany(ANA, 1)
    const before = await wait()
    const pending = wait(before, 20_000)
    await within((tx) => addNotifications(tx, [{ userId: SAM, kind: 'import' }]))
    expect(await pending).not.toBe(before)
  })

  it('are deleted after 90 days, and when the membership ends', async () => {
    await addMembers(SAM, ANA)
    const now = Date.now()
    await addMany(SAM, 1, now - 89 * DAY_MS)
    await addMany(SAM, 1, now - 91 * DAY_MS)
    await addMany(ANA, 1, now)
    await within((tx) => deleteLeftovers(tx, new Date(now)))
    expect(await listFor(SAM)).toHaveLength(1)
    await deleteMembership(database.db, `member_${SAM}`)
    expect(await listFor(SAM)).toEqual([])
    expect(await listFor(ANA)).toHaveLength(1)
  })

  it('and notes do not contain the id of a deleted user', async () => {
    await addMembers(SAM, ANA)
    const lead = await within((tx) => addLead(tx))
    await within((tx) => addNote(tx, buildPerson(SAM), lead, { text: `@[${ANA}] please call` }))
    await within((tx) => addNote(tx, buildPerson(ANA), lead, { text: `@[${SAM}] and @[${SAM}s] done` }))
    await deletePerson(database.db, SAM)
    expect(await listFor(SAM)).toEqual([])
    expect(await listFor(ANA)).toMatchObject([{ kind: 'mention', details: {} }])
    const notes = await within((tx) => listNotes(tx, lead))
    expect(notes.map(({ text }) => text)).toContain(`@[former] and @[${SAM}s] done`)
    const rows = await within(({ db }) => db.select().from(notifications))
    expect(JSON.stringify(rows)).not.toContain(SAM)
  })
})
