import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobs, lineRequests, organizationSettings } from '../support/tables.ts'
import { lineSetup, lineRequestInput, type LineSetup, type LineRequestInput } from '../../lib/dashboard/lines/input.ts'
import { lineRecord, computeSetupDay } from '../../lib/dashboard/lines/line.ts'
import { createLineMailHandler } from '../../lib/dashboard/lines/mails.ts'
import { hasRequestedLine, isNumberInUse, readAllLines } from '../../lib/dashboard/lines/read-all.ts'
import { setUpLine } from '../../lib/dashboard/lines/set-up.ts'
import { requestLine, findLine } from '../../lib/dashboard/lines/repository.ts'
import { deleteOrganizationData } from '../../lib/dashboard/organizations/data.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { changeSettings, getSettings } from '../../lib/dashboard/settings/repository.ts'
import { chooseTrial, findTrial } from '../../lib/dashboard/trials/repository.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { createMailContext } from './mail-fixtures.ts'
import { createLog } from './voice-fixtures.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const KIM = { kind: 'person', id: 'user_kim' } as const
const LINE_REQUEST = { companyPhone: '+12125550142', note: 'Mornings' }
const NOW = new Date('2026-03-06T15:00:00Z')
const STARTED_LINE_SETUP: LineSetup = { state: 'in-progress', forwardingNumber: null, agentId: null }
const LIVE_LINE_SETUP: LineSetup = { state: 'live', forwardingNumber: '+13125550100', agentId: 'agent_a' }

describe('phone line', () => {
  const database = setUpDatabase()
  beforeEach(database.deleteOrganizations)

  const { within } = database
  const requestTestLine = (version?: number, lineRequest: LineRequestInput = LINE_REQUEST, organizationId?: string) =>
    within(organizationId, (tx) => requestLine(tx, ADA, lineRequest, version))
  const setUpTestLine = (setup: LineSetup, version: number, organizationId?: string, now = NOW) =>
    within(organizationId, (tx) => setUpLine(tx, KIM, setup, { version, now }))
  const readLine = (organizationId?: string) => within(organizationId, findLine)
  const listJobs = () =>
    within(({ db, organizationId }) => db.select().from(jobs).where(eq(jobs.organizationId, organizationId)))
  const readLog = async () =>
    (await database.events()).map(({ action, actorId, details }) => ({ action, actorId, details }))
  const sendMails = (context: ReturnType<typeof createMailContext>, sentAt = new Date()) =>
    runDueJobs(database.db, 'linemail', createLineMailHandler(context), { log: createLog().log, clock: () => sentAt })

  it('is requested once, even by several users concurrently', async () => {
    const results = await Promise.all([requestTestLine(), requestTestLine(), requestTestLine(), requestTestLine()])
    expect(results.filter((result) => 'changed' in result)).toHaveLength(1)
    const storedLine = await readLine()
    for (const result of results) if ('conflict' in result) expect(result.conflict).toEqual(storedLine)
    expect(storedLine).toMatchObject({ state: 'asked', ...LINE_REQUEST, startedAt: null, liveAt: null, version: 1 })
    expect(lineRecord.parse(JSON.parse(JSON.stringify(storedLine)))).toEqual(storedLine)
    expect(await readLog()).toEqual([
      { action: 'line.asked', actorId: ADA.id, details: { fields: ['companyPhone', 'note'] } },
    ])
    expect((await listJobs()).map(({ onceKey }) => onceKey).toSorted()).toEqual(['asked-admins', 'asked-staff'])
    expect(await readLine('org_b')).toBeNull()
  })

  it('can be edited until setup starts, and only from its latest version', async () => {
    await requestTestLine()
    const otherLineRequest = { companyPhone: '+12125550143', note: '' }
    expect(await requestTestLine(1, lineRequestInput.parse(otherLineRequest))).toMatchObject({
      changed: { companyPhone: '+12125550143', note: null },
    })
    expect(await requestTestLine(1)).toMatchObject({ conflict: { version: 2, companyPhone: '+12125550143' } })
    await setUpTestLine(STARTED_LINE_SETUP, 2)
    expect(await requestTestLine(3)).toMatchObject({ conflict: { state: 'in-progress', companyPhone: '+12125550143' } })
    expect((await listJobs()).filter(({ onceKey }) => onceKey.startsWith('asked'))).toHaveLength(2)
  })

  it("is moved from requested to live by the staff, and the company's audit log records it", async () => {
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await requestTestLine()
    await within((tx) => chooseTrial(tx, ADA, 'night_line', NOW))
    await setUpTestLine(STARTED_LINE_SETUP, 1)
    expect(await readLine()).toMatchObject({
      state: 'in-progress',
      startedAt: NOW.toISOString(),
      liveAt: null,
      version: 2,
    })
    expect(await within(findTrial)).toMatchObject({ startedAt: null, endsAt: null })
    const later = new Date('2026-03-06T17:00:00Z')
    await setUpTestLine(LIVE_LINE_SETUP, 2, 'org_a', later)
    expect(await readLine()).toMatchObject({ state: 'live', startedAt: NOW.toISOString(), liveAt: later.toISOString() })
    expect(await within(getSettings)).toMatchObject({ forwardingNumber: '+13125550100', version: 2 })
    expect(await within(findTrial)).toMatchObject({
      startedAt: later.toISOString(),
      // The end of March 20 in Chicago, after the start of daylight saving time.
      endsAt: '2026-03-21T05:00:00.000Z',
    })
    const fields = ['forwardingNumber', 'voiceAgentId']
    expect((await readLog()).slice(-2)).toEqual([
      { action: 'line.changed', actorId: KIM.id, details: { fields: [], from: 'asked', to: 'in-progress' } },
      { action: 'line.changed', actorId: KIM.id, details: { fields, from: 'in-progress', to: 'live' } },
    ])
    const syncJobs = (await listJobs()).filter(({ kind }) => kind === 'assistant-handover')
    expect(syncJobs.map(({ onceKey }) => onceKey).toSorted()).toEqual(['line-3', 'settings:1'])
  })

  it('is set up once by concurrent staff, and only after a request', async () => {
    await requestTestLine()
    const results = await Promise.all([1, 2, 3].map(() => setUpTestLine(LIVE_LINE_SETUP, 1)))
    expect(results.filter((result) => result && 'changed' in result)).toHaveLength(1)
    expect(results.filter((result) => result && 'conflict' in result)).toHaveLength(2)
    expect(await setUpTestLine(LIVE_LINE_SETUP, 1, 'org_b')).toBeUndefined()
    expect(await readLine('org_b')).toBeNull()
  })

  it('requires an unused assistant; otherwise the setup fails and changes nothing', async () => {
    await requestTestLine()
    await requestTestLine(0, LINE_REQUEST, 'org_b')
    await setUpTestLine(LIVE_LINE_SETUP, 1)
    const rejected = await setUpTestLine({ ...LIVE_LINE_SETUP, forwardingNumber: '+13125550101' }, 1, 'org_b')
    expect(rejected).toEqual({
      problem: { path: 'setup.agentId', message: expect.stringContaining('Another company') },
    })
    expect(await readLine('org_b')).toMatchObject({ state: 'asked', version: 1 })
    expect(await within('org_b', getSettings)).toMatchObject({ forwardingNumber: null, version: 0 })
    expect(await isNumberInUse(database.db, '+13125550100', 'org_b')).toBe(true)
    expect(await isNumberInUse(database.db, '+13125550100', 'org_a')).toBe(false)
    expect(await isNumberInUse(database.db, '+13125550101', 'org_a')).toBe(false)
  })

  it('is validated before it is stored', () => {
    const lineRequest = { companyPhone: '+12125550142', note: null }
    expect(lineRequestInput.parse({ companyPhone: ' (212) 555-0142 ', note: ' ' })).toEqual(lineRequest)
    expect(lineRequestInput.safeParse({ companyPhone: '12', note: null }).success).toBe(false)
    expect(lineRequestInput.safeParse({ companyPhone: '2125550142', note: 'x'.repeat(1_001) }).success).toBe(false)
    const emptySetup = { state: 'asked', forwardingNumber: null, agentId: null }
    expect(lineSetup.parse({ state: 'asked', forwardingNumber: '', agentId: ' ' })).toEqual(emptySetup)
    const { error } = lineSetup.safeParse({ state: 'live', forwardingNumber: '', agentId: '' })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['forwardingNumber', 'agentId'])
    expect(lineSetup.safeParse({ state: 'asked', forwardingNumber: '', agentId: 'a b' }).success).toBe(false)
  })

  it.each([
    ['Monday', '2026-03-02T18:00:00Z', '2026-03-03'],
    ['Friday', '2026-03-06T18:00:00Z', '2026-03-09'],
    ['Saturday', '2026-03-07T18:00:00Z', '2026-03-09'],
    ['Sunday, which is Saturday in Honolulu', '2026-03-08T05:00:00Z', '2026-03-09'],
  ])('is due within one business day if requested on a %s', (_day, requestedAt, expected) => {
    expect(computeSetupDay(requestedAt, 'Pacific/Honolulu')).toBe(expected)
  })

  it('appears in the staff list with its setup data only', async () => {
    await requestTestLine()
    await requestTestLine(0, { companyPhone: '+13125550177', note: 'Second' }, 'org_b')
    await setUpTestLine(LIVE_LINE_SETUP, 1)
    await within('org_b', (tx) => chooseTrial(tx, ADA, 'front_desk', NOW))
    const { lines, total } = await readAllLines(database.db, 1)
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
    const [row] = await database.db.execute(sql`select * from all_line_requests()`)
    expect(Object.keys(row ?? {})).not.toContain('greeting')
    expect(await readAllLines(database.db, 2)).toMatchObject({ lines: [] })
    expect(await hasRequestedLine(database.db, 'org_b')).toBe(true)
    expect(await hasRequestedLine(database.db, 'org_c')).toBe(false)
    const ofOtherOrganization = eq(lineRequests.organizationId, 'org_b')
    expect(await within(({ db }) => db.$count(lineRequests, ofOtherOrganization))).toBe(0)
  })

  it('emails each status change once to the staff and every admin', async () => {
    const context = createMailContext({ org_a: ['user_ada', 'user_ben', 'user_gone'] })
    await within((tx) => changeSettings(tx, ADA, { timeZone: 'America/Chicago' }))
    await requestTestLine()
    await sendMails(context)
    expect(context.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['office@ductwise.test', 'New line request: Ada Heating'],
      ['user_ada@ductwise.test', 'We received your line request'],
      ['user_ben@ductwise.test', 'We received your line request'],
    ])
    expect(context.sent[0]?.text).toContain('(212) 555-0142')
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/lines')
    expect(context.sent[1]?.text).toContain('\n\nHello Ada,\n\n')
    context.sent.length = 0
    await setUpTestLine({ ...LIVE_LINE_SETUP, state: 'in-progress' }, 1)
    await sendMails(context)
    await sendMails(context)
    const setupSubject = "We're setting up your line"
    expect(context.sent.map(({ subject }) => subject)).toEqual([setupSubject, setupSubject])
    context.sent.length = 0
    await setUpTestLine(LIVE_LINE_SETUP, 2)
    await setUpTestLine({ ...LIVE_LINE_SETUP, forwardingNumber: '+13125550109' }, 3)
    await sendMails(context)
    expect(context.sent).toHaveLength(2)
    expect(context.sent[0]?.text).toContain('(312) 555-0109')
    expect(context.sent[0]?.text).toContain('https://www.example.com/dashboard/settings/business')
  })

  it('retries emails for failed recipients only and drops obsolete ones', async () => {
    const context = createMailContext({ org_a: ['user_ada', 'user_ben'] })
    context.failFor('user_ada@ductwise.test')
    await requestTestLine()
    await sendMails(context)
    const recipients = ['office@ductwise.test', 'user_ben@ductwise.test']
    expect(context.sent.map(({ to }) => to)).toEqual(recipients)
    context.failFor(undefined)
    const expectedAt = new Date(Date.now() + 3_600_000)
    await sendMails(context, expectedAt)
    await sendMails(context, expectedAt)
    expect(context.sent.map(({ to }) => to)).toEqual([...recipients, 'user_ada@ductwise.test'])
    context.sent.length = 0
    await setUpTestLine({ ...LIVE_LINE_SETUP, state: 'in-progress' }, 1)
    await setUpTestLine(LIVE_LINE_SETUP, 2)
    await sendMails(context)
    const liveSubject = 'Your line is live: forward your calls'
    expect(context.sent.map(({ subject }) => subject)).toEqual([liveSubject, liveSubject])
    expect((await listJobs()).filter(({ kind, doneAt }) => kind === 'linemail' && doneAt === null)).toEqual([])
  })

  it('keeps number, status and trial after data deletion, but no notes or names', async () => {
    await requestTestLine()
    await within((tx) => chooseTrial(tx, ADA, 'night_line', NOW))
    await setUpTestLine(LIVE_LINE_SETUP, 1, 'org_a', new Date())
    const trial = await within(findTrial)
    await deleteOrganizationData(within, ADA)
    expect(await readLine()).toMatchObject({ state: 'live', companyPhone: LINE_REQUEST.companyPhone, note: null })
    expect(await within(findTrial)).toEqual(trial)
    expect(await within(({ db }) => db.select().from(organizationSettings))).toMatchObject([
      { voiceAgentId: 'agent_a' },
    ])
    // The deletion removes the trial's emails, then schedules them again.
    expect((await listJobs()).map(({ kind, onceKey }) => `${kind} ${onceKey}`).toSorted()).toEqual([
      'assistant-handover version-0',
      'trial-mail ended',
      'trial-mail ending',
    ])
  })
})
