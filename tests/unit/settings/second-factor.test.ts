import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '../../../lib/platform/auth/session-claims.ts'
import { ADMIN } from '../../support/session-claims.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))
stubSiteEnv()

const loadOrganization = vi.hoisted(() =>
  vi.fn<(organizationId: string) => Promise<{ secondFactorRequired: boolean }>>(),
)
vi.mock('../../../lib/platform/db/organization.ts', () => ({
  withOrganization: (_url: string, organizationId: string) => loadOrganization(organizationId),
}))
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { warn: () => undefined } }))

const { evictSecondFactorPolicy, needsSecondFactor } = await import('../../../lib/dashboard/access/second-factor.ts')

const mockRequirement = (secondFactorRequired: boolean) =>
  loadOrganization.mockImplementation(async () => ({ secondFactorRequired }))
const mockOutage = () =>
  loadOrganization.mockImplementation(async () => Promise.reject(new Error('connect ECONNREFUSED')))

let organizationCount = 0
let member: Member

beforeEach(() => {
  vi.useFakeTimers()
  loadOrganization.mockReset()
  organizationCount += 1
  member = { ...ADMIN, organization: { id: `org_of_test_${organizationCount}`, slug: null, role: 'org:member' } }
})
afterEach(() => {
  vi.useRealTimers()
})

describe('needsSecondFactor', () => {
  it('queries the policy only for members without a second factor on supporting plans', async () => {
    mockRequirement(true)
    expect(await needsSecondFactor({ ...member, factorAges: [1, 1] })).toBe(false)
    expect(await needsSecondFactor({ ...member, features: ['settings'] })).toBe(false)
    expect(loadOrganization).not.toHaveBeenCalled()
    expect(await needsSecondFactor(member)).toBe(true)
    expect(await needsSecondFactor({ ...member, factorAges: null })).toBe(true)
  })

  it('caches the policy for 30 seconds or until it changes in the same process', async () => {
    mockRequirement(false)
    expect(await Promise.all([needsSecondFactor(member), needsSecondFactor(member)])).toEqual([false, false])
    mockRequirement(true)
    vi.advanceTimersByTime(29_999)
    expect(await needsSecondFactor(member)).toBe(false)
    expect(loadOrganization).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await needsSecondFactor(member)).toBe(true)
    mockRequirement(false)
    expect(await needsSecondFactor(member)).toBe(true)
    evictSecondFactorPolicy(member.organization.id)
    expect(await needsSecondFactor(member)).toBe(false)
  })

  it('uses the last known policy while the database is down', async () => {
    mockRequirement(true)
    await needsSecondFactor(member)
    mockOutage()
    vi.advanceTimersByTime(3_600_000)
    expect(await needsSecondFactor(member)).toBe(true)
    mockRequirement(false)
    expect(await needsSecondFactor(member)).toBe(true)
    vi.advanceTimersByTime(5_000)
    expect(await needsSecondFactor(member)).toBe(false)
  })

  it('returns undefined before the first successful query, and retries after five seconds', async () => {
    mockOutage()
    expect(await needsSecondFactor(member)).toBeUndefined()
    expect(await needsSecondFactor(member)).toBeUndefined()
    expect(loadOrganization).toHaveBeenCalledTimes(1)
    mockRequirement(true)
    vi.advanceTimersByTime(5_000)
    expect(await needsSecondFactor(member)).toBe(true)
  })

  it('stops waiting after a second and uses a late response for the next call', async () => {
    const lateResponse = Promise.withResolvers<{ secondFactorRequired: boolean }>()
    loadOrganization.mockReturnValue(lateResponse.promise)
    const firstCheck = needsSecondFactor(member)
    const secondCheck = needsSecondFactor(member)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await firstCheck).toBeUndefined()
    expect(await secondCheck).toBeUndefined()
    expect(loadOrganization).toHaveBeenCalledTimes(1)
    lateResponse.resolve({ secondFactorRequired: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(await needsSecondFactor(member)).toBe(true)
    expect(loadOrganization).toHaveBeenCalledTimes(1)
  })
})
