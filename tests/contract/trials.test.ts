import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OFFERED_PLANS } from '../../lib/platform/auth/access-table.ts'
import { lineRequests } from '../support/tables.ts'
import { setUpLine } from '../../lib/dashboard/lines/set-up.ts'
import { requestLine } from '../../lib/dashboard/lines/repository.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { toDayKey, toTimeKey } from '../../lib/platform/time/zone.ts'
import { createTrialMailHandler } from '../../lib/dashboard/trials/mails.ts'
import { chooseTrial, findTrial, startTrial } from '../../lib/dashboard/trials/repository.ts'
import {
  isTrialRunning,
  getLastTrialDay,
  countTrialDaysLeft,
  computeTrialEnd,
  trialRecord,
} from '../../lib/dashboard/trials/trial.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { createMailContext } from './mail-fixtures.ts'
import { createLog } from './voice-fixtures.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const LIVE_SETUP = { state: 'live', forwardingNumber: '+13125550100', agentId: 'agent_a' } as const
const DAY_MS = 86_400_000
const NOW = new Date('2026-03-06T15:00:00Z')
const ZONES = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/St_Johns', 'UTC', 'Asia/Kathmandu']

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

it('a trial lasts 14 to 16 days and ends at midnight in the business time zone', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (startedAt, zone) => {
      const endsAt = computeTrialEnd(startedAt, zone)
      const length = endsAt.getTime() - startedAt.getTime()
      expect(toTimeKey(endsAt, zone)).toBe('00:00')
      // One hour less if daylight saving time starts during the trial.
      expect(length).toBeGreaterThan(14 * DAY_MS - 3_600_000)
      expect(length).toBeLessThanOrEqual(15 * DAY_MS + 3_600_000)
      expect(isTrialRunning({ endsAt }, new Date(endsAt.getTime() - 1))).toBe(true)
      expect(isTrialRunning({ endsAt }, endsAt)).toBe(false)
      expect(toDayKey(endsAt.getTime() - 1, zone)).toBe(getLastTrialDay(endsAt, zone))
      expect(countTrialDaysLeft(endsAt.toISOString(), startedAt, zone)).toBe(14)
      expect(countTrialDaysLeft(endsAt.toISOString(), endsAt.getTime() - 1, zone)).toBe(0)
      expect(countTrialDaysLeft(endsAt.toISOString(), endsAt, zone)).toBe(0)
    }),
  )
})

describe('trial', () => {
  const database = setUpDatabase()
  beforeEach(database.deleteOrganizations)

  const { within } = database
  const chooseTestTrial = (plan: (typeof OFFERED_PLANS)[number], now = NOW) =>
    within((tx) => chooseTrial(tx, ADA, plan, now))
  const readTrial = () => within(findTrial)
  const goLive = (now: Date, version = 1) => within((tx) => setUpLine(tx, ADA, LIVE_SETUP, { version, now }))
  const countLockWaits = async () => {
    const waiting = await database.db.execute(
      sql`select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
    )
    return waiting.length
  }
  const submitRequest = () => within((tx) => requestLine(tx, ADA, { companyPhone: '+12125550142', note: null }))
  const sendMails = (context: ReturnType<typeof createMailContext>, sentAt: string) =>
    runDueJobs(database.db, 'trial-mail', createTrialMailHandler(context), {
      log: createLog().log,
      clock: () => new Date(sentAt),
    })
  const listTrialChoices = async () => (await database.events()).filter(({ action }) => action === 'trial.chosen')

  it('starts when the line goes live, and keeps its dates after a plan change', async () => {
    await submitRequest()
    expect(await chooseTestTrial('night_line')).toMatchObject({ plan: 'night_line', startedAt: null, endsAt: null })
    const storedTrial = await readTrial()
    expect(trialRecord.parse(JSON.parse(JSON.stringify(storedTrial)))).toEqual(storedTrial)
    const liveAt = new Date(NOW.getTime() + 30 * DAY_MS)
    await goLive(liveAt)
    const runningTrial = await readTrial()
    expect(runningTrial).toMatchObject({
      startedAt: liveAt.toISOString(),
      endsAt: computeTrialEnd(liveAt, 'America/New_York').toISOString(),
    })
    const later = new Date(liveAt.getTime() + 10 * DAY_MS)
    expect(await chooseTestTrial('several_crews', later)).toEqual({ ...runningTrial, plan: 'several_crews' })
    await goLive(later, 2)
    expect(await readTrial()).toEqual({ ...runningTrial, plan: 'several_crews' })
    expect(await chooseTestTrial('night_line', new Date(runningTrial?.endsAt ?? ''))).toBeUndefined()
    expect(await readTrial()).toEqual({ ...runningTrial, plan: 'several_crews' })
    expect((await listTrialChoices()).map(({ details }) => details?.plan).toSorted()).toEqual([
      'night_line',
      'several_crews',
    ])
    expect(await within('org_b', findTrial)).toBeNull()
  })

  it('starts immediately if the line is already live', async () => {
    await submitRequest()
    await goLive(NOW)
    expect(await readTrial()).toBeNull()
    const later = new Date(NOW.getTime() + 3 * DAY_MS)
    expect(await chooseTestTrial('front_desk', later)).toMatchObject({ startedAt: later.toISOString() })
  })

  it('starts if it is chosen while the line goes live, in either order', async () => {
    await submitRequest()
    const [setUpDone, endTransaction] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const settingUp = within(async (tx) => {
      await setUpLine(tx, ADA, LIVE_SETUP, { version: 1, now: NOW })
      setUpDone.resolve()
      await endTransaction.promise
    })
    await setUpDone.promise
    const pendingChoice = chooseTestTrial('front_desk')
    let hasChosen = false
    void Promise.allSettled([pendingChoice]).then(() => (hasChosen = true))
    await expect
      .poll(async () => hasChosen || (await countLockWaits()) > 0)
      .toBe(true)
      .finally(endTransaction.resolve)
    await Promise.all([settingUp, pendingChoice])
    expect((await readTrial())?.endsAt).not.toBeNull()
    await database.deleteOrganizations()
    await submitRequest()
    await Promise.all([chooseTestTrial('front_desk'), goLive(NOW)])
    expect((await readTrial())?.endsAt).not.toBeNull()
  })

  it('is stored once for concurrent choices, and its dates never change', async () => {
    await Promise.all([chooseTestTrial('front_desk'), chooseTestTrial('front_desk'), chooseTestTrial('front_desk')])
    await chooseTestTrial('front_desk')
    expect(await readTrial()).toMatchObject({ plan: 'front_desk' })
    expect((await listTrialChoices()).length).toBeLessThanOrEqual(3)
    await within((tx) => startTrial(tx, NOW))
    const firstTrial = await readTrial()
    await within((tx) => startTrial(tx, new Date(NOW.getTime() + DAY_MS)))
    expect(await readTrial()).toEqual(firstTrial)
  })

  it('is announced to each admin three days before its end and at its end, at midnight', async () => {
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await chooseTestTrial('night_line')
    await submitRequest()
    await goLive(NOW)
    const context = createMailContext({ org_a: ['user_ada', 'user_ben'] })
    const sendMailsAt = (sentAt: string) => sendMails(context, sentAt)
    await sendMailsAt('2026-03-18T04:59:00Z')
    expect(context.sent).toEqual([])
    // Midnight in Chicago at the start of March 18. The trial's last three days are March 18 to 20.
    await sendMailsAt('2026-03-18T05:00:00Z')
    await sendMailsAt('2026-03-18T05:01:00Z')
    await sendMailsAt('2026-03-18T05:02:00Z')
    expect(context.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['user_ada@ductwise.test', 'Your trial of Night line runs through Fri, Mar 20'],
      ['user_ben@ductwise.test', 'Your trial of Night line runs through Fri, Mar 20'],
    ])
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/settings/plan')
    context.sent.length = 0
    await sendMailsAt('2026-03-21T05:00:00Z')
    await sendMailsAt('2026-03-21T05:01:00Z')
    expect(context.sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['office@ductwise.test', 'Trial ended: Ada Heating'],
      ['user_ada@ductwise.test', 'Your trial of Night line has ended'],
      ['user_ben@ductwise.test', 'Your trial of Night line has ended'],
    ])
  })

  it('sends no reminder once it is over', async () => {
    await chooseTestTrial('night_line')
    await submitRequest()
    await goLive(NOW)
    const context = createMailContext({ org_a: ['user_ada'] })
    for (const _ of ['the first', 'the second mail']) await sendMails(context, '2026-04-30T00:00:00Z')
    expect(context.sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Trial ended: Ada Heating',
      'Your trial of Night line has ended',
    ])
    expect(await within(({ db }) => db.select().from(lineRequests))).toHaveLength(1)
  })
})
