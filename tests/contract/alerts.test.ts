import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice } from '../../lib/alerts/devices.ts'
import type { PreferencesInput } from '../../lib/alerts/preferences.ts'
import { changePreferences, readAlertsPage } from '../../lib/alerts/preferences-store.ts'
import { alertsOfCalls, raiseAlerts, takeAlert } from '../../lib/alerts/store.ts'
import type { CallInput } from '../../lib/calls/input.ts'
import { changeCall, createCall } from '../../lib/calls/store.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { calls, outgoing, pushSubscriptions } from '../../lib/db/schema/index.ts'
import { PermanentError } from '../../lib/outgoing/worker.ts'
import { timeKey } from '../../lib/time/zone.ts'
import { postCallEvent } from '../../lib/voice/event.ts'
import { receiveCall } from '../../lib/voice/receive.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { answerWith, startPushReceiver } from '../support/push-receiver.ts'
import { ADMINS, alertsWorld } from './alerts-fixtures.ts'

const opened = openedDatabase()
const world = alertsWorld(() => opened.db)
const { within } = world

const SAM = 'user_sam'
const ANA = 'user_ana'
const person = (id: string) => ({ kind: 'person', id }) as const

const SECRET = 'Zanzibar'
const PHONE = '+13125550177'

/** Stores a call as the assistant does. @returns its id */
const comeIn = (call: Partial<CallInput> = {}, urgency?: 'now') =>
  within(async (tx) => {
    const stored = await createCall(tx, { kind: 'assistant' }, {
      startedAt: new Date().toISOString(),
      outcome: 'emergency',
      callerName: SECRET,
      callerPhone: PHONE,
      callerWords: SECRET,
      summary: SECRET,
      ...call,
    })
    await raiseAlerts(tx, stored, { urgency })
    return stored.id
  })

const prefer = (userId: string, change: Partial<PreferencesInput>) =>
  within((tx) =>
    changePreferences(
      tx,
      person(userId),
      { kinds: ['urgent', 'handover', 'promise'], byMail: true, byPush: true, quietHours: null, ...change },
      0,
    ),
  )

/** Quiet hours that began so many minutes ago and last as many more, by the clock of the company. */
function quietFor(minutes: number, since = 60) {
  const at = (offset: number) => timeKey(new Date(world.state.now.getTime() + offset * 60_000), 'America/Chicago')
  return { from: at(-since), to: at(minutes) }
}

beforeEach(world.clear)

describe('who is told of an urgent call', () => {
  it('is the first on call, and the next one when nobody has it in the minutes that were set', async () => {
    await world.onCall([SAM, ANA])
    await comeIn()
    await world.work()
    expect(world.told()).toEqual([SAM])
    world.later(4)
    await world.work()
    expect(world.told()).toEqual([SAM])
    world.later(1)
    await world.work()
    expect(world.told()).toEqual([SAM, ANA])
  })

  it('are the admins once when all on call have been told, and nobody after that', async () => {
    await world.onCall([SAM])
    await comeIn()
    for (let round = 0; round < 6; round += 1) {
      await world.work()
      world.later(5)
    }
    expect(world.told()).toEqual([SAM, ...ADMINS])
    expect(world.mails.at(-1)?.subject).toContain('nobody has it yet')
    expect(await world.waiting()).toEqual([])
    expect(await world.alerts()).toEqual([expect.objectContaining({ takenAt: null, toldIds: [SAM, ...ADMINS] })])
  })

  it.each([
    ['is on call', []],
    ['on call has a sign-in', [undefined, 'former']],
  ])('are the admins at once where nobody %s, which the log says', async (_, onCall) => {
    await world.onCall(onCall)
    await comeIn()
    await world.work()
    expect(world.told()).toEqual(ADMINS)
    expect(await world.actions()).toContainEqual({
      action: 'alert.sent',
      details: { alert: 'urgent', way: 'mail', round: 1, to: 'admins' },
    })
  })

  it('is nobody else once somebody has said that they have it', async () => {
    await world.onCall([SAM, ANA])
    const call = await comeIn()
    await world.work()
    const [alert] = await world.alerts()
    const taken = await within((tx) => takeAlert(tx, person(SAM), alert?.id ?? ''))
    expect(taken).toMatchObject({ takenById: SAM, told: [{ userId: SAM, at: world.state.now.toISOString() }] })
    // A second person sees who has it, and changes nothing.
    expect(await within((tx) => takeAlert(tx, person(ANA), alert?.id ?? ''))).toEqual(taken)
    world.later(60)
    await world.work()
    expect(world.told()).toEqual([SAM])
    expect((await world.actions()).filter(({ action }) => action === 'alert.taken')).toHaveLength(1)
    expect((await within((tx) => alertsOfCalls(tx, [call]))).get(call)).toEqual([taken])
  })

  it.each([
    ['is done with it', { attentionEnded: true }],
    ['hands it over', { handedToId: ANA }],
  ])('is nobody else once somebody %s', async (_, change) => {
    await world.onCall([SAM, 'user_third'])
    const call = await comeIn({ attention: 'Call back' })
    await world.work()
    await within((tx) => changeCall(tx, person(SAM), call, change))
    world.later(60)
    await world.work()
    expect(world.told()).toEqual('handedToId' in change ? [SAM, ANA] : [SAM])
  })

  it('is nobody for a test call, nor for a call that is entered a day later', async () => {
    await world.onCall([SAM])
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await comeIn({ startedAt: yesterday })
    const test = await within(async (tx) => {
      const call = await createCall(tx, { kind: 'assistant' }, {
        startedAt: new Date().toISOString(),
        outcome: 'emergency',
      })
      await raiseAlerts(tx, { ...call, isTest: true })
      await tx.db.update(calls).set({ isTest: true }).where(eq(calls.id, call.id))
      return call.id
    })
    await within((tx) => changeCall(tx, person(ANA), test, { handedToId: SAM, attention: 'Look' }))
    await world.work()
    expect(await world.alerts()).toEqual([])
    expect(world.mails).toEqual([])
  })
})

describe('a call that the assistant reports', () => {
  const event = (collected: Record<string, string>) =>
    postCallEvent.parse({
      type: 'post_call_transcription',
      event_timestamp: Date.now() / 1000,
      data: {
        agent_id: `agent_${world.organizationId}`,
        conversation_id: crypto.randomUUID(),
        status: 'done',
        transcript: [{ role: 'user', message: 'No heat', time_in_call_secs: 1 }],
        metadata: { start_time_unix_secs: Math.round(Date.now() / 1000), call_duration_secs: 60 },
        analysis: {
          transcript_summary: 'No heat',
          data_collection_results: Object.fromEntries(
            Object.entries(collected).map(([name, value]) => [name, { data_collection_id: name, value }]),
          ),
        },
      },
    })

  it.each([
    ['an emergency', { outcome: 'emergency' }, ['urgent']],
    ['what cannot wait', { urgency: 'now', problem: 'No heat' }, ['urgent']],
    ['what was promised', { attention: 'Promised to call back at nine', problem: 'A quote' }, ['promise']],
    ['both, once as urgent', { urgency: 'now', attention: 'Promised', problem: 'No heat' }, ['urgent']],
    ['nothing that cannot wait', { urgency: 'later', problem: 'A quote' }, []],
  ])('opens an alert for %s', async (_, collected, kinds) => {
    await world.onCall([SAM])
    expect(await receiveCall(opened.db, event(collected))).toBe('stored')
    expect((await world.alerts()).map(({ kind }) => kind)).toEqual(kinds)
    await world.work()
    expect(world.told()).toEqual(kinds.map(() => SAM))
  })
})

describe('a handover', () => {
  it('tells the person, not those on call, and nobody who takes a call themselves', async () => {
    await world.onCall([SAM])
    const call = await comeIn({ outcome: 'message' })
    await within((tx) => changeCall(tx, person(SAM), call, { handedToId: ANA, attention: 'Call back' }))
    await world.work()
    world.later(60)
    await world.work()
    expect(world.told()).toEqual([ANA])
    await within((tx) => changeCall(tx, person(SAM), call, { handedToId: SAM }))
    await world.work()
    expect(world.told()).toEqual([ANA])
  })

  it('to a second person tells that one, also while the first was to be told later', async () => {
    await world.onCall([])
    await prefer(SAM, { quietHours: quietFor(30) })
    const call = await comeIn({ outcome: 'message' })
    await within((tx) => changeCall(tx, person('user_owner'), call, { handedToId: SAM }))
    await world.work()
    await within((tx) => changeCall(tx, person('user_owner'), call, { handedToId: ANA }))
    await world.work()
    world.later(60)
    await world.work()
    expect(world.told()).toEqual([ANA])
  })

  it('that is taken back tells nobody', async () => {
    await world.onCall([])
    const call = await comeIn({ outcome: 'message' })
    await within((tx) => changeCall(tx, person(SAM), call, { handedToId: ANA }))
    await within((tx) => changeCall(tx, person(SAM), call, { handedToId: null }))
    await world.work()
    expect(world.mails).toEqual([])
  })
})

describe('what was promised', () => {
  it('goes to whom the call is handed to, then to those on call', async () => {
    await world.onCall([SAM])
    const call = await comeIn({ outcome: 'message' })
    await within((tx) => changeCall(tx, person('user_owner'), call, { handedToId: ANA }))
    await within((tx) => changeCall(tx, { kind: 'key', id: crypto.randomUUID() }, call, { attention: 'Promised' }))
    await world.work(world.handlers, ['alert-round', 'alert-mail'])
    world.later(5)
    await world.work()
    expect(world.told()).toEqual([ANA, ANA, SAM])
  })
})

describe('how a person wants to be told', () => {
  it('leaves out kinds and ways, and passes by who cannot be told at all', async () => {
    await world.onCall([SAM, ANA])
    await prefer(SAM, { byMail: false })
    await comeIn()
    await world.work()
    expect(world.told()).toEqual([ANA])
    await prefer(ANA, { kinds: ['handover'] })
    await comeIn()
    await world.work()
    expect(world.told()).toEqual([ANA, ...ADMINS])
  })

  it('puts what was promised off to the end of quiet hours, and goes on to the next meanwhile', async () => {
    await world.onCall([SAM, ANA])
    await prefer(SAM, { quietHours: quietFor(30) })
    await comeIn({ outcome: 'message', attention: 'Promised' })
    await world.work()
    expect(world.told()).toEqual([])
    world.later(5)
    await world.work()
    expect(world.told()).toEqual([ANA])
    world.later(26)
    await world.work()
    expect(world.told().filter((id) => id === SAM)).toEqual([SAM])
  })

  it('is broken by an urgent call for who is on call, and for nobody else', async () => {
    await world.onCall([SAM])
    await prefer(SAM, { quietHours: quietFor(30) })
    await prefer('user_admin', { quietHours: quietFor(30) })
    await comeIn()
    await world.work()
    expect(world.told()).toEqual([SAM])
    world.later(5)
    await world.work()
    expect(world.told()).toEqual([SAM, 'user_owner'])
    world.later(26)
    await world.work()
    expect(world.told()).toEqual([SAM, 'user_owner', 'user_admin'])
  })

  it('is a conflict in a second window', async () => {
    expect(await prefer(SAM, { byMail: false })).toMatchObject({ changed: { version: 1 } })
    expect(await prefer(SAM, { byPush: false })).toMatchObject({ conflict: { byMail: false, version: 1 } })
  })
})

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
  const dying =
    (kind: 'alert-round' | 'alert-mail', when: 'before' | 'after', times = 1) => {
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
    ['one that breaks off', (response: import('node:http').ServerResponse) => response.destroy()],
    [
      'one that leads elsewhere',
      (response: import('node:http').ServerResponse) => response.writeHead(307, { location: '/other' }).end(),
    ],
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

  it('belongs to whoever used the browser last', async () => {
    await world.onCall([SAM])
    await subscribe(SAM, '/shared')
    await subscribe(ANA, '/shared')
    await comeIn()
    await world.work()
    expect(service.received).toEqual([])
  })
})

describe('another organization', () => {
  it('can neither take an alert nor see one', async () => {
    await world.onCall([SAM])
    const call = await comeIn()
    const [alert] = await world.alerts()
    await inOrganization(opened.db, 'org_stranger', async (tx) => {
      expect(await takeAlert(tx, person(ANA), alert?.id ?? '')).toBeUndefined()
      expect(await alertsOfCalls(tx, [call])).toEqual(new Map())
    })
    expect(await world.alerts()).toEqual([expect.objectContaining({ takenAt: null })])
  })
})
