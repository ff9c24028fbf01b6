import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OFFERED_PLANS } from '../../lib/platform/auth/access-table.ts'
import { lineRequests } from '../support/tables.ts'
import { setUpLine } from '../../lib/dashboard/lines/set-up.ts'
import { askForLine } from '../../lib/dashboard/lines/repository.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { dayKey, timeKey } from '../../lib/platform/time/zone.ts'
import { trialMail } from '../../lib/dashboard/trials/mails.ts'
import { chooseTrial, findTrial, startTrial } from '../../lib/dashboard/trials/repository.ts'
import { isTrialRunning, lastTrialDay, trialDaysLeft, trialEnd, trialRecord } from '../../lib/dashboard/trials/trial.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { mailContext } from './mail-fixtures.ts'
import { noted } from './voice-fixtures.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const LIVE = { state: 'live', forwardingNumber: '+13125550100', agentId: 'agent_a' } as const
const DAY = 86_400_000
const NOW = new Date('2026-03-06T15:00:00Z')
const ZONES = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/St_Johns', 'UTC', 'Asia/Kathmandu']

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

it('a trial lasts 14 to 16 days and ends at midnight in the business time zone', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (startedAt, zone) => {
      const endsAt = trialEnd(startedAt, zone)
      const length = endsAt.getTime() - startedAt.getTime()
      expect(timeKey(endsAt, zone)).toBe('00:00')
      // One hour less if daylight saving time starts during the trial.
      expect(length).toBeGreaterThan(14 * DAY - 3_600_000)
      expect(length).toBeLessThanOrEqual(15 * DAY + 3_600_000)
      expect(isTrialRunning({ endsAt }, new Date(endsAt.getTime() - 1))).toBe(true)
      expect(isTrialRunning({ endsAt }, endsAt)).toBe(false)
      expect(dayKey(endsAt.getTime() - 1, zone)).toBe(lastTrialDay(endsAt, zone))
      expect(trialDaysLeft(endsAt.toISOString(), startedAt, zone)).toBe(14)
      expect(trialDaysLeft(endsAt.toISOString(), endsAt.getTime() - 1, zone)).toBe(0)
      expect(trialDaysLeft(endsAt.toISOString(), endsAt, zone)).toBe(0)
    }),
  )
})

describe('trial', () => {
  const opened = openedDatabase()
  beforeEach(opened.deleteOrganizations)

  const { within } = opened
  const choose = (plan: (typeof OFFERED_PLANS)[number], now = NOW) => within((tx) => chooseTrial(tx, ADA, plan, now))
  const trial = () => within(findTrial)
  const goLive = (now: Date, version = 1) => within((tx) => setUpLine(tx, ADA, LIVE, { version, now }))
  const rowsWaitedFor = async () => {
    const waiting = await opened.db.execute(
      sql`select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
    )
    return waiting.length
  }
  const ask = () => within((tx) => askForLine(tx, ADA, { companyPhone: '+12125550142', note: null }))
  const sendMails = (context: ReturnType<typeof mailContext>, at: string) =>
    runDueJobs(opened.db, 'trial-mail', trialMail(context), { log: noted().log, clock: () => new Date(at) })
  const chosen = async () => (await opened.events()).filter(({ action }) => action === 'trial.chosen')

  it('starts when the line goes live, and keeps its dates after a plan change', async () => {
    await ask()
    expect(await choose('night_line')).toMatchObject({ plan: 'night_line', startedAt: null, endsAt: null })
    const stored = await trial()
    expect(trialRecord.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
    const live = new Date(NOW.getTime() + 30 * DAY)
    await goLive(live)
    const running = await trial()
    expect(running).toMatchObject({
      startedAt: live.toISOString(),
      endsAt: trialEnd(live, 'America/New_York').toISOString(),
    })
    const later = new Date(live.getTime() + 10 * DAY)
    expect(await choose('several_crews', later)).toEqual({ ...running, plan: 'several_crews' })
    await goLive(later, 2)
    expect(await trial()).toEqual({ ...running, plan: 'several_crews' })
    expect(await choose('night_line', new Date(running?.endsAt ?? ''))).toBeUndefined()
    expect(await trial()).toEqual({ ...running, plan: 'several_crews' })
    expect((await chosen()).map(({ details }) => details?.plan).toSorted()).toEqual(['night_line', 'several_crews'])
    expect(await within('org_b', findTrial)).toBeNull()
  })

  it('starts immediately if the line is already live', async () => {
    await ask()
    await goLive(NOW)
    expect(await trial()).toBeNull()
    const later = new Date(NOW.getTime() + 3 * DAY)
    expect(await choose('front_desk', later)).toMatchObject({ startedAt: later.toISOString() })
  })

  it('starts if it is chosen while the line goes live, in either order', async () => {
    await ask()
    const [isSetUp, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const going = within(async (tx) => {
      await setUpLine(tx, ADA, LIVE, { version: 1, now: NOW })
      isSetUp.resolve()
      await mayEnd.promise
    })
    await isSetUp.promise
    const choosing = choose('front_desk')
    let hasChosen = false
    void Promise.allSettled([choosing]).then(() => (hasChosen = true))
    await expect
      .poll(async () => hasChosen || (await rowsWaitedFor()) > 0)
      .toBe(true)
      .finally(mayEnd.resolve)
    await Promise.all([going, choosing])
    expect((await trial())?.endsAt).not.toBeNull()
    await opened.deleteOrganizations()
    await ask()
    await Promise.all([choose('front_desk'), goLive(NOW)])
    expect((await trial())?.endsAt).not.toBeNull()
  })

  it('is stored once for concurrent choices, and its dates never change', async () => {
    await Promise.all([choose('front_desk'), choose('front_desk'), choose('front_desk')])
    await choose('front_desk')
    expect(await trial()).toMatchObject({ plan: 'front_desk' })
    expect((await chosen()).length).toBeLessThanOrEqual(3)
    await within((tx) => startTrial(tx, NOW))
    const once = await trial()
    await within((tx) => startTrial(tx, new Date(NOW.getTime() + DAY)))
    expect(await trial()).toEqual(once)
  })

  it('is announced to each admin three days before its end and at its end, at midnight', async () => {
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await choose('night_line')
    await ask()
    await goLive(NOW)
    const context = mailContext({ org_a: ['user_ada', 'user_ben'] })
    const send = (at: string) => sendMails(context, at)
    await send('2026-03-18T04:59:00Z')
    expect(context.sent).toEqual([])
    // Midnight in Chicago at the start of March 18. The trial's last three days are March 18 to 20.
    await send('2026-03-18T05:00:00Z')
    await send('2026-03-18T05:01:00Z')
    await send('2026-03-18T05:02:00Z')
    expect(context.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['user_ada@ductwise.test', 'Your trial of Night line runs through Fri, Mar 20'],
      ['user_ben@ductwise.test', 'Your trial of Night line runs through Fri, Mar 20'],
    ])
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/settings/plan')
    context.sent.length = 0
    await send('2026-03-21T05:00:00Z')
    await send('2026-03-21T05:01:00Z')
    expect(context.sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['office@ductwise.test', 'Trial ended: Ada Heating'],
      ['user_ada@ductwise.test', 'Your trial of Night line has ended'],
      ['user_ben@ductwise.test', 'Your trial of Night line has ended'],
    ])
  })

  it('sends no reminder once it is over', async () => {
    await choose('night_line')
    await ask()
    await goLive(NOW)
    const context = mailContext({ org_a: ['user_ada'] })
    for (const _ of ['the first', 'the second mail']) await sendMails(context, '2026-04-30T00:00:00Z')
    expect(context.sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Trial ended: Ada Heating',
      'Your trial of Night line has ended',
    ])
    expect(await within(({ db }) => db.select().from(lineRequests))).toHaveLength(1)
  })
})
