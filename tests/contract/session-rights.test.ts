import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ROLES } from '../../lib/platform/auth/access-table.ts'
import { isMember } from '../../lib/platform/auth/session-claims.ts'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import type { OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { organizations, trials } from '../support/tables.ts'
import { findLine } from '../../lib/dashboard/lines/repository.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { chooseTrial } from '../../lib/dashboard/trials/repository.ts'
import { ADMIN_CLAIMS, createKeyPair, createSessionToken } from '../support/session-token.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'

vi.mock('server-only', () => ({}))
let requestHeaders = new Headers()
vi.mock('next/headers', () => ({ headers: async () => requestHeaders }))

const SITE_URL = 'http://localhost:3000'
const STAFF = 'org_staff'
const CUSTOMER = 'org_customer'

const { privateKey, jwtKey } = createKeyPair()

const FREE_CLAIMS = { fea: 'o:leads,o:appointments,o:settings', pla: 'u:free_user,o:free_org' }
const STAFF_CLAIMS = { fea: 'o:leads,o:appointments,o:settings,o:lines', pla: 'o:staff' }

const ALL_CLAIMS = { fea: ADMIN_CLAIMS.fea, fpm: '3,3,3,3,0' }

type Changes = { id?: string; role?: string; fea?: string; pla?: string; fpm?: string }

function buildToken({ id = CUSTOMER, role = 'admin', fpm = '3,3,3', ...plan }: Changes): string {
  const o = { ...ADMIN_CLAIMS.o, id, rol: role, fpm }
  return createSessionToken({ ...ADMIN_CLAIMS, ...FREE_CLAIMS, ...plan, azp: SITE_URL, o }, privateKey)
}

const forgeToken = (changes: Changes = {}) => buildToken({ ...STAFF_CLAIMS, fpm: '3,3,3,3', ...changes })

const database = setUpDatabase()

const importRoutes = async () => ({
  lines: await import('../../app/api/dashboard/lines/route.ts'),
  oneLine: await import('../../app/api/dashboard/lines/[id]/route.ts'),
  line: await import('../../app/api/dashboard/line/route.ts'),
  trial: await import('../../app/api/dashboard/trial/route.ts'),
  integrations: await import('../../app/api/dashboard/integrations/route.ts'),
  session: await import('../../lib/dashboard/access/session.ts'),
  current: await import('../../lib/dashboard/trials/current-trial.ts'),
})

let routes: Awaited<ReturnType<typeof importRoutes>>

beforeAll(async () => {
  stubSiteEnv({ DATABASE_URL: database.url, SITE_URL })
  vi.stubEnv('STAFF_ORGANIZATION_ID', STAFF)
  vi.stubEnv('NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', `pk_live_${btoa('clerk.stand-in.localhost$')}`)
  vi.stubEnv('CLERK_SECRET_KEY', 'sk_test_local_only')
  vi.stubEnv('CLERK_JWT_KEY', jwtKey)
  vi.stubEnv('CLERK_API_URL', 'http://127.0.0.1:9')
  routes = await importRoutes()
})

afterAll(resetPool)
afterEach(() => void vi.useRealTimers())

beforeEach(async () => {
  await database.deleteOrganizations()
  for (const id of [CUSTOMER, STAFF]) routes.current.evictTrial(id)
})

const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>, organizationId = CUSTOMER) =>
  database.within(organizationId, work)

type Method<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>

async function sendAs<Rest extends unknown[]>(
  bearer: string,
  route: Method<Rest>,
  { method = 'GET', body }: { method?: string; body?: object } = {},
  ...rest: Rest
) {
  requestHeaders = new Headers({ authorization: `Bearer ${bearer}`, origin: SITE_URL })
  const request = new Request(`${SITE_URL}/api/dashboard/x`, {
    method,
    headers: requestHeaders,
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await route(request, ...rest)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function readClaims(bearer: string) {
  requestHeaders = new Headers({ authorization: `Bearer ${bearer}` })
  const session = await routes.session.getCurrentSession()
  if (!isMember(session)) throw new Error('Not a member')
  return session
}

const putTrial = (bearer: string, plan: string) => sendAs(bearer, routes.trial.PUT, { method: 'PUT', body: { plan } })
const lineRequest = { companyPhone: '(212) 555-0142', note: '' }
const requestLineAs = (bearer: string) =>
  sendAs(bearer, routes.line.PUT, { method: 'PUT', body: { version: 0, wish: lineRequest } })
const liveSetup = { state: 'live', forwardingNumber: '(312) 555-0100', agentId: 'agent_a' }
const setUpAs = (bearer: string, id = CUSTOMER, setup: object = liveSetup, version = 1) =>
  sendAs(
    bearer,
    routes.oneLine.PATCH,
    { method: 'PATCH', body: { version, setup } },
    { params: Promise.resolve({ id }) },
  )

describe('phone line administration', () => {
  const buildStaffToken = () => forgeToken({ id: STAFF })

  it.each([
    ['an admin', () => buildToken({})],
    ['a customer admin with forged staff claims', () => forgeToken()],
    ['a customer dispatcher with forged staff claims', () => forgeToken({ role: 'dispatcher' })],
    ['an admin on the largest plan', () => buildToken({ ...ALL_CLAIMS, pla: 'o:several_crews' })],
    ['a staff member without the permission', () => forgeToken({ id: STAFF, role: 'member', fpm: '3,3,3,0' })],
    ['a staff admin without the staff plan', () => buildToken({ id: STAFF })],
  ])('is forbidden for %s', async (_case, bearer) => {
    await requestLineAs(buildToken({}))
    expect(await sendAs(bearer(), routes.lines.GET)).toMatchObject({ status: 403 })
    expect(await setUpAs(bearer())).toMatchObject({ status: 403 })
    expect(await within(findLine)).toMatchObject({ state: 'asked', version: 1 })
  })

  it('is forbidden for everyone if no staff organization is configured', async () => {
    vi.resetModules()
    vi.stubEnv('STAFF_ORGANIZATION_ID', '')
    const { GET } = await import('../../app/api/dashboard/lines/route.ts')
    expect(await sendAs(buildStaffToken(), GET)).toMatchObject({ status: 403, body: { reason: 'missing-feature' } })
    vi.stubEnv('STAFF_ORGANIZATION_ID', STAFF)
  })

  it('ignores staff features and permissions in the claims of other organizations', async () => {
    const member = await readClaims(forgeToken())
    expect(member.features).toEqual(['leads', 'appointments', 'settings'])
    expect(member.permissions).not.toContain('org:lines:manage')
    expect(member.plans).toEqual([])
    expect(await readClaims(buildStaffToken())).toMatchObject({ plans: ['staff'] })
    expect((await readClaims(buildStaffToken())).permissions).toContain('org:lines:manage')
  })

  it('lets staff list and set up lines, with the staff member as actor in the audit log', async () => {
    expect(await requestLineAs(buildToken({}))).toMatchObject({ status: 200, body: { line: { state: 'asked' } } })
    expect(await sendAs(buildStaffToken(), routes.lines.GET)).toMatchObject({
      status: 200,
      body: { total: 1, lines: [{ organizationId: CUSTOMER, name: null, companyPhone: '+12125550142' }] },
    })
    expect(await setUpAs(buildStaffToken())).toMatchObject({
      status: 200,
      body: { line: { state: 'live', version: 2 } },
    })
    expect(await setUpAs(buildStaffToken())).toMatchObject({ status: 409, body: { reason: 'conflict' } })
    const rows = (await database.events(CUSTOMER)).filter(({ action }) => action === 'line.changed')
    expect(rows).toMatchObject([{ organizationId: CUSTOMER, actorKind: 'person', actorId: 'user_admin' }])
  })

  it('reports an already used number or assistant at its field, and returns 404 if no line was requested', async () => {
    await requestLineAs(buildToken({}))
    await requestLineAs(buildToken({ id: 'org_other' }))
    await setUpAs(buildStaffToken())
    const listProblemPaths = async (setup: object) => {
      const { status, body } = await setUpAs(buildStaffToken(), 'org_other', setup)
      expect(status).toBe(422)
      return (body.problems as { path: string }[]).map(({ path }) => path)
    }
    expect(await listProblemPaths({ ...liveSetup, forwardingNumber: '3125550199' })).toEqual(['setup.agentId'])
    expect(await listProblemPaths({ ...liveSetup, agentId: 'agent_b' })).toEqual(['setup.forwardingNumber'])
    const bothPaths = ['setup.forwardingNumber', 'setup.agentId']
    expect(await listProblemPaths({ ...liveSetup, forwardingNumber: '12', agentId: 'a b' })).toEqual(bothPaths)
    expect(await setUpAs(buildStaffToken(), 'org_nobody')).toMatchObject({ status: 404 })
    expect(await database.db.select().from(organizations).where(eq(organizations.id, 'org_nobody'))).toEqual([])
    expect(await within(findLine, 'org_other')).toMatchObject({ state: 'asked', version: 1 })
  })

  it('accepts line requests only from users who can change settings', async () => {
    expect(await requestLineAs(buildToken({ role: 'member', fpm: '1,3,1' }))).toMatchObject({ status: 403 })
    expect(await requestLineAs(buildToken({}))).toMatchObject({ status: 200 })
    expect(await requestLineAs(buildToken({}))).toMatchObject({ status: 409, body: { current: { state: 'asked' } } })
  })
})

describe('trial plan', () => {
  it('unlocks its features immediately, with the permissions of each role', async () => {
    const [admin, member] = [buildToken({}), buildToken({ role: 'member', fpm: '1,3,1' })]
    const forbidden = { status: 403, body: { reason: 'missing-feature' } }
    expect(await sendAs(admin, routes.integrations.GET)).toMatchObject(forbidden)
    expect(await putTrial(admin, 'night_line')).toMatchObject({ status: 200, body: { trial: { plan: 'night_line' } } })
    expect(await sendAs(admin, routes.integrations.GET)).toMatchObject({ status: 200 })
    const adminClaims = await readClaims(admin)
    expect(adminClaims.plans).toEqual(['night_line', 'free_org'])
    expect(adminClaims.permissions).toEqual(
      expect.arrayContaining(['org:integrations:read', 'org:integrations:manage']),
    )
    expect(adminClaims.features).not.toContain('second_factor_policy')
    expect(adminClaims.permissions).not.toContain('org:lines:manage')
    expect((await readClaims(member)).permissions.toSorted()).toEqual([...ROLES['org:member'].permissions].toSorted())
    expect(await sendAs(member, routes.integrations.GET)).toMatchObject({ body: { reason: 'missing-permission' } })
    expect((await readClaims(buildToken({ id: 'org_other' }))).plans).toEqual(['free_org'])
  })

  it('can be chosen from offered plans, with settings permission and without an existing plan', async () => {
    expect(await putTrial(buildToken({ role: 'member', fpm: '1,3,1' }), 'night_line')).toMatchObject({ status: 403 })
    for (const plan of ['staff', 'free_org', 'constructor'])
      expect(await putTrial(buildToken({}), plan)).toMatchObject({
        status: 422,
        body: { problems: [{ path: 'plan' }] },
      })
    const frontDeskToken = buildToken({ ...ALL_CLAIMS, pla: 'o:front_desk' })
    expect(await putTrial(frontDeskToken, 'several_crews')).toMatchObject({ status: 422 })
    expect(await within(({ db }) => db.select().from(trials))).toEqual([])
  })

  it('ends exactly at its end time and cannot restart', async () => {
    await putTrial(buildToken({}), 'front_desk')
    const endsAt = new Date(Date.now() + 60_000)
    await within(({ db }) => db.update(trials).set({ startedAt: new Date(0), endsAt }))
    routes.current.evictTrial(CUSTOMER)
    expect(await sendAs(buildToken({}), routes.integrations.GET)).toMatchObject({ status: 200 })
    vi.useFakeTimers({ now: endsAt, toFake: ['Date'] })
    expect((await readClaims(buildToken({}))).plans).toEqual(['free_org'])
    expect(await sendAs(buildToken({}), routes.integrations.GET)).toMatchObject({ status: 403 })
    const secondResponse = await putTrial(buildToken({}), 'several_crews')
    expect(secondResponse).toMatchObject({ status: 422, body: { error: expect.stringContaining('ended') } })
  })

  it('stays active while the database is unavailable', async () => {
    await within((tx) => chooseTrial(tx, { kind: 'person', id: 'user_admin' }, 'night_line', new Date()))
    expect((await readClaims(buildToken({}))).plans).toContain('night_line')
    const laterTime = Date.now() + 31_000
    const sharedDatabase = getSharedState<{ database?: Promise<OpenDatabase> }>('database', () => ({}))
    const databaseBefore = sharedDatabase.database
    sharedDatabase.database = Promise.reject<OpenDatabase>(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
    // Prevents an unhandled rejection. Callers still receive the error.
    sharedDatabase.database.catch(() => undefined)
    vi.useFakeTimers({ now: laterTime, toFake: ['Date'] })
    try {
      expect((await readClaims(buildToken({}))).plans).toContain('night_line')
    } finally {
      if (databaseBefore) sharedDatabase.database = databaseBefore
    }
  })
})
