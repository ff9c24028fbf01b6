import { spawn } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteMembership } from '../../lib/dashboard/organizations/repository.ts'
import { addDevice, listDevices } from '../../lib/dashboard/alerts/devices.ts'
import { getPreferences, readAlertsPage } from '../../lib/dashboard/alerts/preferences-store.ts'
import { calls, jobs, organizationMembers, pushSubscriptions } from '../support/tables.ts'
import { findAlertsByCall } from '../../lib/dashboard/alerts/repository.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { PermanentError } from '../../lib/platform/jobs/retry.ts'

import { setUpDatabase } from '../support/opened-database.ts'
import { respondWithStatus, startPushReceiver } from '../support/push-receiver.ts'
import { ADMINS, createAlertsFixture, ANA, buildPerson, SAM, SECRET } from './alerts-fixtures.ts'

const database = setUpDatabase()
const fixture = createAlertsFixture(() => database.db)
const { within, callTo, comeIn, prefer } = fixture

beforeEach(fixture.clear)

describe('alert email', () => {
  it('states urgency, time and company, links to the call, and omits the caller', async () => {
    const call = await callTo([SAM])
    const [mail] = fixture.mails
    expect(mail?.text).toContain(`http://localhost:3000/dashboard/calls/${call}`)
    expect(mail?.text).toContain('Company: Reyes Heating')
    expect(mail?.text).toContain('Urgency: Emergency')
    expect(mail?.subject).toMatch(/^Urgent call · \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/)
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${SECRET}|5550177`))
  })

  it.each([
    ['gas', 'Gas leak or odor: “smell gas”', 'Reason: Gas leak or odor: “smell gas”'],
    ['gas', `${SECRET} said so`, 'Reason: Gas leak or odor'],
    ['fire', null, 'Reason: Fire or smoke'],
    ['cold', `No heat with someone at risk: “${SECRET}”`, 'Reason: No heat with someone at risk'],
    ['heat', `No cooling with someone at risk: “${SECRET}”`, 'Reason: No cooling with someone at risk'],
  ] as const)("names the danger %s without the caller's words, given the rule %s", async (safetyKind, rule, line) => {
    await callTo([SAM], { safetyKind, rule })
    const [mail] = fixture.mails
    expect(String(mail?.text).split('\n')).toContain(line)
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${SECRET}|5550177`))
  })

  it('has no reason line if the call reports no danger', async () => {
    await callTo([SAM], { rule: SECRET })
    expect(fixture.mails[0]?.text).not.toMatch(new RegExp(`Reason|${SECRET}`))
  })

  it('is retried while the mail server is down, and sent once afterwards', async () => {
    await fixture.onCall([SAM, ANA])
    fixture.state.sendMail = async () => {
      throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    }
    await comeIn()
    await fixture.work()
    await fixture.workAfter(5)
    expect(fixture.mails).toEqual([])
    fixture.state.sendMail = async () => undefined
    await fixture.workAfter(60)
    expect(fixture.told().toSorted()).toEqual([ANA, SAM, ...ADMINS].toSorted())
  })

  it('is not retried if the recipient was deleted', async () => {
    fixture.gone.add(SAM)
    await callTo([SAM])
    expect(fixture.mails).toEqual([])
    expect((await fixture.waiting()).map(({ kind }) => kind)).toEqual(['alert-round'])
  })
})

describe('worker process', () => {
  it('resends an email with the same Message-ID after a crash before recording the delivery', async () => {
    await fixture.onCall([SAM])
    await comeIn()
    let isFirst = true
    fixture.state.sendMail = async (mail) => {
      if (!isFirst) return
      isFirst = false
      fixture.mails.push(mail)
      throw new Error('killed')
    }
    await fixture.work()
    await fixture.workAfter(1)
    expect(fixture.mails).toHaveLength(2)
    expect(new Set(fixture.mails.map(({ messageId }) => messageId)).size).toBe(1)
    expect((await fixture.actions()).filter(({ action }) => action === 'alert.sent')).toHaveLength(1)
  })

  /** Kills a worker process at the given step. @returns the recipients of its emails */
  async function killWorkerAt(kind: string, step: string): Promise<string[]> {
    const script = fileURLToPath(new URL('./alerts-worker.ts', import.meta.url))
    const child = spawn(process.execPath, [script, database.url, kind, step], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (line === 'stopped') child.kill('SIGKILL')
    }
    expect(lines).toContain('stopped')
    return lines.flatMap((line) => /^sent (\w+)@/.exec(line)?.[1] ?? [])
  }

  it.each([
    ['alert-round', 'before'],
    ['alert-round', 'after'],
    ['alert-mail', 'before'],
    ['alert-mail', 'during'],
    ['alert-mail', 'after'],
  ])('leaves its jobs to the next worker if killed in an %s job, %s execution', async (kind, step) => {
    await fixture.onCall([SAM])
    await comeIn()
    const notifiedIds = await killWorkerAt(kind, step)
    // The dead worker's lease must expire before the next worker notifies anyone.
    await fixture.workAfter(3)
    expect([...notifiedIds, ...fixture.told()]).toEqual([SAM])
    expect((await fixture.waiting()).map((row) => row.kind)).toEqual(['alert-round'])
  })

  it('notifies each recipient once while several workers run concurrently', async () => {
    await fixture.onCall([SAM, ANA])
    await Promise.all(Array.from({ length: 5 }, () => comeIn()))
    for (let minute = 0; minute < 12; minute += 1) {
      await Promise.all([fixture.work(), fixture.work(), fixture.work()])
      await fixture.work()
      fixture.later(1)
    }
    const expectedIds = [SAM, ANA, ...ADMINS].flatMap((id) => Array.from({ length: 5 }, () => id))
    expect(fixture.told().toSorted()).toEqual(expectedIds.toSorted())
  })
})

describe('push notification', () => {
  let pushService: Awaited<ReturnType<typeof startPushReceiver>>
  beforeAll(async () => {
    pushService = await startPushReceiver()
  })
  afterAll(() => pushService.close())
  beforeEach(() => {
    pushService.received.length = 0
    pushService.answer(respondWithStatus(201))
  })

  const subscribe = (userId: string, path: string) =>
    within((tx) => addDevice(tx, buildPerson(userId), pushService.subscribe(path).subscription, 'Firefox on Windows'))

  it('is encrypted and signed, links to the call, and omits the caller', async () => {
    await prefer(SAM, { byMail: false })
    await subscribe(SAM, '/sam')
    const call = await callTo([SAM])
    const [alert] = await fixture.alerts()
    expect(pushService.received).toEqual([
      {
        path: '/sam',
        topic: alert?.id.replaceAll('-', ''),
        authorization: expect.stringMatching(/^vapid t=/),
        message: {
          title: 'Urgent call',
          body: expect.stringMatching(/ · Emergency$/),
          path: `/dashboard/calls/${call}`,
          tag: alert?.id,
          isUrgent: true,
        },
      },
    ])
    expect(JSON.stringify(pushService.received)).not.toMatch(new RegExp(`${SECRET}|5550177`))
    const page = await within((tx) => readAlertsPage(tx, SAM, fixture.state.now, { publicKey: 'key', hasMail: true }))
    expect(page.devices).toMatchObject([{ device: 'Firefox on Windows', lastSentAt: fixture.state.now.toISOString() }])
    expect(JSON.stringify(page)).not.toContain(pushService.origin)
  })

  it("names the danger without the caller's words", async () => {
    await subscribe(SAM, '/sam')
    await callTo([SAM], { safetyKind: 'gas', rule: 'Gas leak or odor: “smell gas”' })
    expect(pushService.received).toMatchObject([{ message: { body: expect.stringMatching(/ · Gas leak or odor$/) } }])
    expect(JSON.stringify(pushService.received)).not.toMatch(new RegExp(`smell|${SECRET}|5550177`))
  })

  it('goes to every device of the notified user and to no other device', async () => {
    await subscribe(SAM, '/one')
    await subscribe(SAM, '/two')
    await subscribe(ANA, '/ana')
    await callTo([SAM])
    expect(pushService.received.map(({ path }) => path).toSorted()).toEqual(['/one', '/two'])
    expect(fixture.told()).toEqual([SAM])
  })

  it('skips a browser that another user registered later in another organization', async () => {
    await subscribe(SAM, '/shared')
    await subscribe(SAM, '/own')
    const [{ endpoint, keys } = { endpoint: '', keys: { p256dh: '', auth: '' } }] = await within(({ db }) =>
      db.select().from(pushSubscriptions).where(like(pushSubscriptions.endpoint, '%/shared')),
    )
    const otherDevice = await database.within('org_other', (tx) =>
      addDevice(tx, buildPerson(ANA), { endpoint, keys }, null),
    )
    await callTo([SAM])
    expect(pushService.received.map(({ path }) => path)).toEqual(['/own'])
    expect(await database.within('org_other', (tx) => listDevices(tx, ANA))).toEqual([otherDevice])
    await database.within('org_other', ({ db }) => db.delete(pushSubscriptions))
  })

  it.each([404, 410])('is not resent, and its device is removed, after status %i', async (status) => {
    await subscribe(SAM, '/gone')
    pushService.answer(respondWithStatus(status))
    await callTo([SAM])
    expect(await within(({ db }) => db.select().from(pushSubscriptions))).toEqual([])
    expect((await fixture.actions()).map(({ action }) => action)).toContain('device.removed')
    await fixture.workAfter(1)
    expect(pushService.received).toHaveLength(1)
  })

  it.each([
    ['unavailable', respondWithStatus(503)],
    ['rate-limiting', respondWithStatus(429)],
    ['unresponsive', () => undefined],
    ['closing connections', (response: ServerResponse) => response.destroy()],
    ['redirecting', (response: ServerResponse) => response.writeHead(307, { location: '/other' }).end()],
  ])('is retried while the push service is %s, and arrives once', async (_, pushResponse) => {
    await fixture.onCall([SAM])
    await prefer(SAM, { byMail: false })
    await subscribe(SAM, '/sam')
    pushService.answer(pushResponse)
    await comeIn()
    await fixture.work(fixture.handlers, ['alert-round', 'alert-push'])
    expect(pushService.received).toHaveLength(1)
    pushService.answer(respondWithStatus(201))
    await fixture.workAfter(1, ['alert-push'])
    expect(pushService.received.map(({ path }) => path)).toEqual(['/sam', '/sam'])
    await fixture.workAfter(1, ['alert-push'])
    expect(pushService.received).toHaveLength(2)
  })

  it('counts as delivered if the push service streams an endless response', async () => {
    await subscribe(SAM, '/sam')
    pushService.answer((response) => {
      response.writeHead(201)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer))
    })
    await callTo([SAM])
    const [doneJob] = await within(({ db }) => db.select().from(jobs).where(eq(jobs.kind, 'alert-push')))
    expect(doneJob?.doneAt).toEqual(fixture.state.now)
  })

  it('is not retried after status 403', async () => {
    await subscribe(SAM, '/sam')
    pushService.answer(respondWithStatus(403))
    await callTo([SAM])
    await fixture.workAfter(1)
    expect(pushService.received).toHaveLength(1)
  })

  it('is never sent to a stored endpoint outside the allowed push services', async () => {
    await fixture.onCall([SAM])
    const { subscription } = pushService.subscribe('/sam')
    await within((tx) =>
      addDevice(tx, buildPerson(SAM), { ...subscription, endpoint: 'https://example.com/push' }, null),
    )
    await comeIn()
    await fixture.work({ 'alert-round': fixture.handlers['alert-round'] })
    const [row] = await within(({ db }) => db.select().from(jobs).where(eq(jobs.kind, 'alert-push')))
    if (!row) throw new Error('There is no such work')
    const context = { db: database.db, now: fixture.state.now, signal: AbortSignal.timeout(1_000) }
    const sending = fixture.handlers['alert-push']({ ...row, organizationId: fixture.organizationId }, context)
    await expect(sending).rejects.toThrow(PermanentError)
  })

  it('is turned off for members who leave the organization', async () => {
    await within(({ db, organizationId }) =>
      db.insert(organizationMembers).values({ id: 'membership_sam', organizationId, userId: SAM }),
    )
    await subscribe(SAM, '/sam')
    await subscribe(ANA, '/ana')
    await prefer(SAM, { byMail: false })
    await deleteMembership(database.db, 'membership_sam')
    const remaining = await within(({ db }) => db.select().from(pushSubscriptions))
    expect(remaining.map(({ userId }) => userId)).toEqual([ANA])
    expect(await within((tx) => getPreferences(tx, SAM))).toMatchObject({ version: 0 })
  })

  it('skips a browser that another user registered later, even with a pending job', async () => {
    await subscribe(SAM, '/shared')
    await subscribe(ANA, '/shared')
    await callTo([SAM])
    expect(pushService.received).toEqual([])
    await subscribe(SAM, '/shared')
    await comeIn()
    await fixture.work(fixture.handlers, ['alert-round'])
    await subscribe(ANA, '/shared')
    await fixture.work()
    expect(pushService.received).toEqual([])
  })
})

it('alert times are deleted together with their call, not before', async () => {
  const call = await callTo([SAM])
  const findNotifiedUsers = () => within(async (tx) => (await findAlertsByCall(tx, [call])).get(call)?.[0]?.told)
  const expectedNotified = [{ userId: SAM, at: expect.stringMatching(/Z$/) }]
  expect(await findNotifiedUsers()).toEqual(expectedNotified)
  fixture.later(200 * 24 * 60)
  await within((tx) => deleteLeftovers(tx, fixture.state.now))
  expect(await findNotifiedUsers()).toEqual(expectedNotified)
  const listKinds = () =>
    within(async ({ db }) => (await db.select({ kind: jobs.kind }).from(jobs)).map(({ kind }) => kind))
  expect(await listKinds()).toContain('alert-mail')
  await within(({ db }) => db.delete(calls).where(eq(calls.id, call)))
  await within((tx) => deleteLeftovers(tx, fixture.state.now))
  expect(await listKinds()).not.toContain('alert-mail')
})
