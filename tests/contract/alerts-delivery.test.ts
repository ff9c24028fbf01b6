import { spawn } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteMembership } from '../../lib/auth/organizations/store.ts'
import { addDevice, listDevices } from '../../lib/alerts/devices.ts'
import { getPreferences, readAlertsPage } from '../../lib/alerts/preferences-store.ts'
import { calls, organizationMembers, outgoing, pushSubscriptions } from '../../lib/db/schema/index.ts'
import { alertsOfCalls } from '../../lib/alerts/store.ts'
import { deleteLeftovers } from '../../lib/retention/old-data.ts'
import { PermanentError } from '../../lib/outgoing/worker.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { answerWith, startPushReceiver } from '../support/push-receiver.ts'
import { ADMINS, alertsWorld, ANA, person, SAM, SECRET } from './alerts-fixtures.ts'

const opened = openedDatabase()
const world = alertsWorld(() => opened.db)
const { within, comeIn, prefer } = world

beforeEach(world.clear)

describe('a mail', () => {
  it('says what, when and whose, leads to the call, and names nobody who called', async () => {
    await world.onCall([SAM])
    const call = await comeIn()
    await world.work()
    const [mail] = world.mails
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
    // Words about health stay in the dashboard.
    ['cold', `No heat with someone at risk: “${SECRET}”`, 'Reason: No heat with someone at risk'],
    ['heat', `No cooling with someone at risk: “${SECRET}”`, 'Reason: No cooling with someone at risk'],
  ] as const)('names the danger %s, of the rule %s', async (safetyKind, rule, line) => {
    await world.onCall([SAM])
    await comeIn({ safetyKind, rule })
    await world.work()
    const [mail] = world.mails
    expect(String(mail?.text).split('\n')).toContain(line)
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${SECRET}|5550177`))
  })

  it('of a call without a danger has no reason, whatever rule was followed', async () => {
    await world.onCall([SAM])
    await comeIn({ rule: SECRET })
    await world.work()
    expect(world.mails[0]?.text).not.toMatch(new RegExp(`Reason|${SECRET}`))
  })

  it('waits while the mail server is down, and is sent once when it is back', async () => {
    await world.onCall([SAM, ANA])
    world.state.sendMail = async () => {
      throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    }
    await comeIn()
    await world.work()
    world.later(5)
    await world.work()
    expect(world.mails).toEqual([])
    world.state.sendMail = async () => undefined
    world.later(60)
    await world.work()
    expect(world.told().toSorted()).toEqual([ANA, SAM, ...ADMINS].toSorted())
  })

  it('to somebody who was deleted is given up', async () => {
    await world.onCall([SAM])
    world.gone.add(SAM)
    await comeIn()
    await world.work()
    expect(world.mails).toEqual([])
    expect((await world.waiting()).map(({ kind }) => kind)).toEqual(['alert-round'])
  })
})

describe('a process that dies', () => {
  /** Does the work and then fails, so that nobody hears that it was done. */
  const dying = (kind: 'alert-round' | 'alert-mail', when: 'before' | 'after', times = 1) => {
    let left = times
    return {
      ...world.handlers,
      [kind]: async (...args: Parameters<(typeof world.handlers)['alert-round']>) => {
        const isDying = left-- > 0
        if (isDying && when === 'before') throw new Error('killed')
        await world.handlers[kind](...args)
        if (isDying) throw new Error('killed')
      },
    }
  }

  it.each([
    ['alert-round', 'before'],
    ['alert-round', 'after'],
    ['alert-mail', 'before'],
    ['alert-mail', 'after'],
  ] as const)('at %s, %s it is done, loses nothing and tells nobody twice', async (kind, when) => {
    await world.onCall([SAM, ANA])
    await comeIn()
    const handlers = dying(kind, when)
    await world.work(handlers)
    for (let minute = 0; minute < 12; minute += 1) {
      world.later(1)
      await world.work(handlers)
    }
    expect(world.told().toSorted()).toEqual([SAM, ANA, ...ADMINS].toSorted())
  })

  it('between the mail server and the word that it took the mail sends the same mail again, known by its Message-ID', async () => {
    await world.onCall([SAM])
    await comeIn()
    let isFirst = true
    world.state.sendMail = async (mail) => {
      if (!isFirst) return
      isFirst = false
      world.mails.push(mail)
      throw new Error('killed')
    }
    await world.work()
    world.later(1)
    await world.work()
    expect(world.mails).toHaveLength(2)
    expect(new Set(world.mails.map(({ messageId }) => messageId)).size).toBe(1)
    expect((await world.actions()).filter(({ action }) => action === 'alert.sent')).toHaveLength(1)
  })

  /** Runs a worker in a process of its own until it has stopped at a step, and kills it. @returns to whom it sent a mail */
  async function killedAt(kind: string, step: string): Promise<string[]> {
    const script = fileURLToPath(new URL('./alerts-worker.ts', import.meta.url))
    const child = spawn(process.execPath, [script, opened.url, kind, step], { stdio: ['ignore', 'pipe', 'inherit'] })
    const said: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line)
      if (line === 'stopped') child.kill('SIGKILL')
    }
    expect(said).toContain('stopped')
    return said.flatMap((line) => /^sent (\w+)@/.exec(line)?.[1] ?? [])
  }

  it.each([
    ['alert-round', 'before'],
    ['alert-round', 'after'],
    ['alert-mail', 'before'],
    ['alert-mail', 'during'],
    ['alert-mail', 'after'],
  ])('in truth, at %s, %s it is done, leaves the rest to the next one', async (kind, step) => {
    await world.onCall([SAM])
    await comeIn()
    const sent = await killedAt(kind, step)
    // The lease of the one that died has to end, and nobody is to be told next before that.
    world.later(3)
    await world.work()
    expect([...sent, ...world.told()]).toEqual([SAM])
    expect((await world.waiting()).map((row) => row.kind)).toEqual(['alert-round'])
  })

  it('or several that work at once, tell each person once', async () => {
    await world.onCall([SAM, ANA])
    await Promise.all(Array.from({ length: 5 }, () => comeIn()))
    for (let minute = 0; minute < 12; minute += 1) {
      await Promise.all([world.work(), world.work(), world.work()])
      await world.work()
      world.later(1)
    }
    const each = [SAM, ANA, ...ADMINS].flatMap((id) => Array.from({ length: 5 }, () => id))
    expect(world.told().toSorted()).toEqual(each.toSorted())
  })
})

describe('a notification on a device', () => {
  let service: Awaited<ReturnType<typeof startPushReceiver>>
  beforeAll(async () => {
    service = await startPushReceiver()
  })
  afterAll(() => service.close())
  beforeEach(() => {
    service.received.length = 0
    service.answer(answerWith(201))
  })

  const subscribe = (userId: string, path: string) =>
    within((tx) => addDevice(tx, person(userId), service.subscribe(path).subscription, 'Firefox on Windows'))

  it('is encrypted and signed, opens the call, replaces itself and names nobody who called', async () => {
    await world.onCall([SAM])
    await prefer(SAM, { byMail: false })
    await subscribe(SAM, '/sam')
    const call = await comeIn()
    await world.work()
    const [alert] = await world.alerts()
    expect(service.received).toEqual([
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
    expect(JSON.stringify(service.received)).not.toMatch(new RegExp(`${SECRET}|5550177`))
    const page = await within((tx) => readAlertsPage(tx, SAM, world.state.now, { publicKey: 'key', hasMail: true }))
    expect(page.devices).toEqual([
      expect.objectContaining({ device: 'Firefox on Windows', lastSentAt: world.state.now.toISOString() }),
    ])
    expect(JSON.stringify(page)).not.toContain(service.origin)
  })

  it('names the danger, and none of the words that decided', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/sam')
    await comeIn({ safetyKind: 'gas', rule: 'Gas leak or odor: “smell gas”' })
    await world.work()
    expect(service.received).toMatchObject([{ message: { body: expect.stringMatching(/ · Gas leak or odor$/) } }])
    expect(JSON.stringify(service.received)).not.toMatch(new RegExp(`smell|${SECRET}|5550177`))
  })

  it('goes to each device of a person, and to none of anybody else', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/one')
    await subscribe(SAM, '/two')
    await subscribe(ANA, '/ana')
    await comeIn()
    await world.work()
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/one', '/two'])
    expect(world.told()).toEqual([SAM])
  })

  it('goes to the person who added the browser last, also in another organization', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/shared')
    await subscribe(SAM, '/own')
    const [{ endpoint, keys } = { endpoint: '', keys: { p256dh: '', auth: '' } }] = await within(({ db }) =>
      db.select().from(pushSubscriptions).where(like(pushSubscriptions.endpoint, '%/shared')),
    )
    const other = await inOrganization(opened.db, 'org_other', (tx) =>
      addDevice(tx, person(ANA), { endpoint, keys }, null),
    )
    await comeIn()
    await world.work()
    expect(service.received.map(({ path }) => path)).toEqual(['/own'])
    expect(await inOrganization(opened.db, 'org_other', (tx) => listDevices(tx, ANA))).toEqual([other])
    await inOrganization(opened.db, 'org_other', ({ db }) => db.delete(pushSubscriptions))
  })

  it.each([404, 410])('ends a device at %i, and is not sent again', async (status) => {
    await world.onCall([SAM])
    await subscribe(SAM, '/gone')
    service.answer(answerWith(status))
    await comeIn()
    await world.work()
    expect(await within(({ db }) => db.select().from(pushSubscriptions))).toEqual([])
    expect((await world.actions()).map(({ action }) => action)).toContain('device.removed')
    world.later(1)
    await world.work()
    expect(service.received).toHaveLength(1)
  })

  it.each([
    ['down', answerWith(503)],
    ['busy', answerWith(429)],
    ['silent', () => undefined],
    ['one that breaks off', (response: ServerResponse) => response.destroy()],
    ['one that leads elsewhere', (response: ServerResponse) => response.writeHead(307, { location: '/other' }).end()],
  ])('is tried again while the service is %s, and arrives once', async (_, answer) => {
    await world.onCall([SAM])
    await prefer(SAM, { byMail: false })
    await subscribe(SAM, '/sam')
    service.answer(answer)
    await comeIn()
    await world.work(world.handlers, ['alert-round', 'alert-push'])
    expect(service.received).toHaveLength(1)
    service.answer(answerWith(201))
    world.later(1)
    await world.work(world.handlers, ['alert-push'])
    expect(service.received.map(({ path }) => path)).toEqual(['/sam', '/sam'])
    world.later(1)
    await world.work(world.handlers, ['alert-push'])
    expect(service.received).toHaveLength(2)
  })

  it('is taken by a service that answers without end', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/sam')
    service.answer((response) => {
      response.writeHead(201)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer))
    })
    await comeIn()
    await world.work()
    const [done] = await within(({ db }) => db.select().from(outgoing).where(eq(outgoing.kind, 'alert-push')))
    expect(done?.doneAt).toEqual(world.state.now)
  })

  it('that is refused for good is given up', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/sam')
    service.answer(answerWith(403))
    await comeIn()
    await world.work()
    world.later(1)
    await world.work()
    expect(service.received).toHaveLength(1)
  })

  it('is never sent to an address that was stored past the check', async () => {
    await world.onCall([SAM])
    const { subscription } = service.subscribe('/sam')
    await within((tx) => addDevice(tx, person(SAM), { ...subscription, endpoint: 'https://example.com/push' }, null))
    await comeIn()
    await expect(
      (async () => {
        await world.work({ 'alert-round': world.handlers['alert-round'] })
        const [row] = await within(({ db }) => db.select().from(outgoing).where(eq(outgoing.kind, 'alert-push')))
        if (!row) throw new Error('There is no such work')
        await world.handlers['alert-push'](row, { db: opened.db, now: world.state.now })
      })(),
    ).rejects.toThrow(PermanentError)
  })

  it('ends for somebody who leaves the organization', async () => {
    await within(({ db, organizationId }) =>
      db.insert(organizationMembers).values({ id: 'membership_sam', organizationId, userId: SAM }),
    )
    await subscribe(SAM, '/sam')
    await subscribe(ANA, '/ana')
    await prefer(SAM, { byMail: false })
    await deleteMembership(opened.db, 'membership_sam')
    const left = await within(({ db }) => db.select().from(pushSubscriptions))
    expect(left.map(({ userId }) => userId)).toEqual([ANA])
    expect(await within((tx) => getPreferences(tx, SAM))).toMatchObject({ version: 0 })
  })

  it('belongs to whoever used the browser last', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/shared')
    await subscribe(ANA, '/shared')
    await comeIn()
    await world.work()
    expect(service.received).toEqual([])
    await subscribe(SAM, '/shared')
    await comeIn()
    await world.work(world.handlers, ['alert-round'])
    await subscribe(ANA, '/shared')
    await world.work()
    expect(service.received).toEqual([])
  })
})

describe('when somebody was told', () => {
  const DAY = 24 * 60

  it('is known as long as the call is, and forgotten with it', async () => {
    await world.onCall([SAM])
    const call = await comeIn()
    await world.work()
    const toldOf = () => within(async (tx) => (await alertsOfCalls(tx, [call])).get(call)?.[0]?.told)
    const told = [{ userId: SAM, at: expect.stringMatching(/Z$/) }]
    expect(await toldOf()).toEqual(told)
    world.later(200 * DAY)
    await within((tx) => deleteLeftovers(tx, world.state.now))
    expect(await toldOf()).toEqual(told)
    const kinds = () =>
      within(async ({ db }) => (await db.select({ kind: outgoing.kind }).from(outgoing)).map(({ kind }) => kind))
    expect(await kinds()).toContain('alert-mail')
    await within(({ db }) => db.delete(calls).where(eq(calls.id, call)))
    await within((tx) => deleteLeftovers(tx, world.state.now))
    expect(await kinds()).not.toContain('alert-mail')
  })
})
