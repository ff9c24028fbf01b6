import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobs, lineRequests, organizationSettings } from '../support/tables.ts'
import { lineSetup, lineWish, type LineSetup, type LineWish } from '../../lib/dashboard/lines/input.ts'
import { lineRecord, setUpBy } from '../../lib/dashboard/lines/line.ts'
import { lineMail } from '../../lib/dashboard/lines/mails.ts'
import { hasAskedForLine, isNumberTaken, readAllLines } from '../../lib/dashboard/lines/read-all.ts'
import { setUpLine } from '../../lib/dashboard/lines/set-up.ts'
import { askForLine, findLine } from '../../lib/dashboard/lines/repository.ts'
import { deleteOrganizationData } from '../../lib/dashboard/organizations/data.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { changeSettings, getSettings } from '../../lib/dashboard/settings/repository.ts'
import { chooseTrial, findTrial } from '../../lib/dashboard/trials/repository.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { mailContext } from './mail-fixtures.ts'
import { noted } from './voice-fixtures.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const KIM = { kind: 'person', id: 'user_kim' } as const
const WISH = { companyPhone: '+12125550142', note: 'Mornings' }
const NOW = new Date('2026-03-06T15:00:00Z')
const STARTED: LineSetup = { state: 'in-progress', forwardingNumber: null, agentId: null }
const LIVE: LineSetup = { state: 'live', forwardingNumber: '+13125550100', agentId: 'agent_a' }

describe('phone line', () => {
  const opened = openedDatabase()
  beforeEach(opened.deleteOrganizations)

  const { within } = opened
  const ask = (version?: number, wish: LineWish = WISH, organizationId?: string) =>
    within(organizationId, (tx) => askForLine(tx, ADA, wish, version))
  const setUp = (setup: LineSetup, version: number, organizationId?: string, now = NOW) =>
    within(organizationId, (tx) => setUpLine(tx, KIM, setup, { version, now }))
  const line = (organizationId?: string) => within(organizationId, findLine)
  const work = () =>
    within(({ db, organizationId }) => db.select().from(jobs).where(eq(jobs.organizationId, organizationId)))
  const logged = async () =>
    (await opened.events()).map(({ action, actorId, details }) => ({ action, actorId, details }))
  const sendMails = (context: ReturnType<typeof mailContext>, at = new Date()) =>
    runDueJobs(opened.db, 'linemail', lineMail(context), { log: noted().log, clock: () => at })

  it('is requested once, even by several people concurrently', async () => {
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(answers.filter((answer) => 'changed' in answer)).toHaveLength(1)
    const stored = await line()
    for (const answer of answers) if ('conflict' in answer) expect(answer.conflict).toEqual(stored)
    expect(stored).toMatchObject({ state: 'asked', ...WISH, startedAt: null, liveAt: null, version: 1 })
    expect(lineRecord.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
    expect(await logged()).toEqual([
      { action: 'line.asked', actorId: ADA.id, details: { fields: ['companyPhone', 'note'] } },
    ])
    expect((await work()).map(({ onceKey }) => onceKey).toSorted()).toEqual(['asked-admins', 'asked-staff'])
    expect(await line('org_b')).toBeNull()
  })

  it('can be edited as a request until setup starts, from its latest version only', async () => {
    await ask()
    const other = { companyPhone: '+12125550143', note: '' }
    expect(await ask(1, lineWish.parse(other))).toMatchObject({ changed: { companyPhone: '+12125550143', note: null } })
    expect(await ask(1)).toMatchObject({ conflict: { version: 2, companyPhone: '+12125550143' } })
    await setUp(STARTED, 2)
    expect(await ask(3)).toMatchObject({ conflict: { state: 'in-progress', companyPhone: '+12125550143' } })
    expect((await work()).filter(({ onceKey }) => onceKey.startsWith('asked'))).toHaveLength(2)
  })

  it("moves from requested to live through the staff, and the company's audit log records it", async () => {
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await ask()
    await within((tx) => chooseTrial(tx, ADA, 'night_line', NOW))
    await setUp(STARTED, 1)
    expect(await line()).toMatchObject({ state: 'in-progress', startedAt: NOW.toISOString(), liveAt: null, version: 2 })
    expect(await within(findTrial)).toMatchObject({ startedAt: null, endsAt: null })
    const later = new Date('2026-03-06T17:00:00Z')
    await setUp(LIVE, 2, 'org_a', later)
    expect(await line()).toMatchObject({ state: 'live', startedAt: NOW.toISOString(), liveAt: later.toISOString() })
    expect(await within(getSettings)).toMatchObject({ forwardingNumber: '+13125550100', version: 2 })
    expect(await within(findTrial)).toMatchObject({
      startedAt: later.toISOString(),
      // The end of March 20 in Chicago, after the start of daylight saving time.
      endsAt: '2026-03-21T05:00:00.000Z',
    })
    const fields = ['forwardingNumber', 'voiceAgentId']
    expect((await logged()).slice(-2)).toEqual([
      { action: 'line.changed', actorId: KIM.id, details: { fields: [], from: 'asked', to: 'in-progress' } },
      { action: 'line.changed', actorId: KIM.id, details: { fields, from: 'in-progress', to: 'live' } },
    ])
    const handover = (await work()).filter(({ kind }) => kind === 'assistant-handover')
    expect(handover.map(({ onceKey }) => onceKey)).toEqual(['settings:1', 'line-3'])
  })

  it('is set up once by concurrent staff, and only after a request', async () => {
    await ask()
    const answers = await Promise.all([1, 2, 3].map(() => setUp(LIVE, 1)))
    expect(answers.filter((answer) => answer && 'changed' in answer)).toHaveLength(1)
    expect(answers.filter((answer) => answer && 'conflict' in answer)).toHaveLength(2)
    expect(await setUp(LIVE, 1, 'org_b')).toBeUndefined()
    expect(await line('org_b')).toBeNull()
  })

  it('needs an unused assistant, or the setup fails without changes', async () => {
    await ask()
    await ask(0, WISH, 'org_b')
    await setUp(LIVE, 1)
    const refused = await setUp({ ...LIVE, forwardingNumber: '+13125550101' }, 1, 'org_b')
    expect(refused).toEqual({ problem: { path: 'setup.agentId', message: expect.stringContaining('Another company') } })
    expect(await line('org_b')).toMatchObject({ state: 'asked', version: 1 })
    expect(await within('org_b', getSettings)).toMatchObject({ forwardingNumber: null, version: 0 })
    expect(await isNumberTaken(opened.db, '+13125550100', 'org_b')).toBe(true)
    expect(await isNumberTaken(opened.db, '+13125550100', 'org_a')).toBe(false)
    expect(await isNumberTaken(opened.db, '+13125550101', 'org_a')).toBe(false)
  })

  it('is validated before it is stored', () => {
    const wish = { companyPhone: '+12125550142', note: null }
    expect(lineWish.parse({ companyPhone: ' (212) 555-0142 ', note: ' ' })).toEqual(wish)
    expect(lineWish.safeParse({ companyPhone: '12', note: null }).success).toBe(false)
    expect(lineWish.safeParse({ companyPhone: '2125550142', note: 'x'.repeat(1_001) }).success).toBe(false)
    const nothing = { state: 'asked', forwardingNumber: null, agentId: null }
    expect(lineSetup.parse({ state: 'asked', forwardingNumber: '', agentId: ' ' })).toEqual(nothing)
    const { error } = lineSetup.safeParse({ state: 'live', forwardingNumber: '', agentId: '' })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['forwardingNumber', 'agentId'])
    expect(lineSetup.safeParse({ state: 'asked', forwardingNumber: '', agentId: 'a b' }).success).toBe(false)
  })

  it.each([
    ['Monday', '2026-03-02T18:00:00Z', '2026-03-03'],
    ['Friday', '2026-03-06T18:00:00Z', '2026-03-09'],
    ['Saturday', '2026-03-07T18:00:00Z', '2026-03-09'],
    ['Sunday, which is Saturday in Honolulu', '2026-03-08T05:00:00Z', '2026-03-09'],
  ])('is due within one business day if requested on a %s', (_day, askedAt, by) => {
    expect(setUpBy(askedAt, 'Pacific/Honolulu')).toBe(by)
  })

  it('appears in the staff list with its setup data only', async () => {
    await ask()
    await ask(0, { companyPhone: '+13125550177', note: 'Second' }, 'org_b')
    await setUp(LIVE, 1)
    await within('org_b', (tx) => chooseTrial(tx, ADA, 'front_desk', NOW))
    const { lines, total } = await readAllLines(opened.db, 1)
    expect(total).toBe(2)
    expect(lines.map(({ organizationId, state, trialPlan }) => [organizationId, state, trialPlan])).toEqual([
      ['org_b', 'asked', 'front_desk'],
      ['org_a', 'live', null],
    ])
    expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual([
      'agentId',
      'askedAt',
      'companyPhone',
      'forwardingNumber',
      'liveAt',
      'note',
      'organizationId',
      'startedAt',
      'state',
      'timeZone',
      'trialEndsAt',
      'trialPlan',
      'version',
    ])
    const [row] = await opened.db.execute(sql`select * from all_line_requests()`)
    expect(Object.keys(row ?? {})).not.toContain('greeting')
    expect(await readAllLines(opened.db, 2)).toMatchObject({ lines: [] })
    expect(await hasAskedForLine(opened.db, 'org_b')).toBe(true)
    expect(await hasAskedForLine(opened.db, 'org_c')).toBe(false)
    const ofOther = eq(lineRequests.organizationId, 'org_b')
    expect(await within(({ db }) => db.$count(lineRequests, ofOther))).toBe(0)
  })

  it('emails each status change once to the staff and every admin', async () => {
    const context = mailContext({ org_a: ['user_ada', 'user_ben', 'user_gone'] })
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await ask()
    await sendMails(context)
    expect(context.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['office@ductwise.test', 'New line request: Ada Heating'],
      ['user_ada@ductwise.test', 'We received your line request'],
      ['user_ben@ductwise.test', 'We received your line request'],
    ])
    expect(context.sent[0]?.text).toContain('(212) 555-0142')
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/lines')
    expect(context.sent[1]?.text).toMatch(/^Hello Ada,\n/)
    context.sent.length = 0
    await setUp({ ...LIVE, state: 'in-progress' }, 1)
    await sendMails(context)
    await sendMails(context)
    const begun = "We're setting up your line"
    expect(context.sent.map(({ subject }) => subject)).toEqual([begun, begun])
    context.sent.length = 0
    await setUp(LIVE, 2)
    await setUp({ ...LIVE, forwardingNumber: '+13125550109' }, 3)
    await sendMails(context)
    expect(context.sent).toHaveLength(2)
    expect(context.sent[0]?.text).toContain('(312) 555-0109')
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/settings/business')
  })

  it('retries emails for failed recipients only and drops obsolete ones', async () => {
    const context = mailContext({ org_a: ['user_ada', 'user_ben'] })
    context.failFor('user_ada@ductwise.test')
    await ask()
    await sendMails(context)
    const reached = ['office@ductwise.test', 'user_ben@ductwise.test']
    expect(context.sent.map(({ to }) => to)).toEqual(reached)
    context.failFor(undefined)
    const soon = new Date(Date.now() + 3_600_000)
    await sendMails(context, soon)
    await sendMails(context, soon)
    expect(context.sent.map(({ to }) => to)).toEqual([...reached, 'user_ada@ductwise.test'])
    context.sent.length = 0
    await setUp({ ...LIVE, state: 'in-progress' }, 1)
    await setUp(LIVE, 2)
    await sendMails(context)
    const live = 'Your line is live: forward your calls'
    expect(context.sent.map(({ subject }) => subject)).toEqual([live, live])
    expect((await work()).filter(({ kind, doneAt }) => kind === 'linemail' && doneAt === null)).toEqual([])
  })

  it('keeps number, status and trial after data deletion, but no notes or names', async () => {
    await ask()
    await within((tx) => chooseTrial(tx, ADA, 'night_line', NOW))
    await setUp(LIVE, 1, 'org_a', new Date())
    const trial = await within(findTrial)
    await deleteOrganizationData(within, ADA)
    expect(await line()).toMatchObject({ state: 'live', companyPhone: WISH.companyPhone, note: null })
    expect(await within(findTrial)).toEqual(trial)
    expect(await within(({ db }) => db.select().from(organizationSettings))).toMatchObject([
      { voiceAgentId: 'agent_a' },
    ])
    // The deletion removes the trial's emails, then schedules them again.
    expect((await work()).map(({ kind, onceKey }) => `${kind} ${onceKey}`).toSorted()).toEqual([
      'assistant-handover version-0',
      'trial-mail ended',
      'trial-mail ending',
    ])
  })
})
