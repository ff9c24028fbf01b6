import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '../../../lib/platform/auth/session-claims.ts'
import { ADMIN } from '../../support/session-claims.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))
stubSiteEnv()

const ask = vi.hoisted(() => vi.fn<(organizationId: string) => Promise<{ secondFactorRequired: boolean }>>())
vi.mock('../../../lib/platform/db/organization.ts', () => ({
  withOrganization: (_url: string, organizationId: string) => ask(organizationId),
}))
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { warn: () => undefined } }))

const { forgetSecondFactorPolicy, lacksSecondFactor } = await import('../../../lib/dashboard/access/second-factor.ts')

const answers = (secondFactorRequired: boolean) => ask.mockImplementation(async () => ({ secondFactorRequired }))
const isDown = () => ask.mockImplementation(async () => Promise.reject(new Error('connect ECONNREFUSED')))

let organizations = 0
let member: Member

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockReset()
  organizations += 1
  member = { ...ADMIN, organization: { id: `org_of_test_${organizations}`, slug: null, role: 'org:member' } }
})
afterEach(() => {
  vi.useRealTimers()
})

describe('lacksSecondFactor', () => {
  it('queries the policy only for members without a second factor on supporting plans', async () => {
    answers(true)
    expect(await lacksSecondFactor({ ...member, factorAges: [1, 1] })).toBe(false)
    expect(await lacksSecondFactor({ ...member, features: ['settings'] })).toBe(false)
    expect(ask).not.toHaveBeenCalled()
    expect(await lacksSecondFactor(member)).toBe(true)
    expect(await lacksSecondFactor({ ...member, factorAges: null })).toBe(true)
  })

  it('caches the policy for 30 seconds or until it changes in the same process', async () => {
    answers(false)
    expect(await Promise.all([lacksSecondFactor(member), lacksSecondFactor(member)])).toEqual([false, false])
    answers(true)
    vi.advanceTimersByTime(29_999)
    expect(await lacksSecondFactor(member)).toBe(false)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await lacksSecondFactor(member)).toBe(true)
    answers(false)
    expect(await lacksSecondFactor(member)).toBe(true)
    forgetSecondFactorPolicy(member.organization.id)
    expect(await lacksSecondFactor(member)).toBe(false)
  })

  it('uses the last known policy while the database is down', async () => {
    answers(true)
    await lacksSecondFactor(member)
    isDown()
    vi.advanceTimersByTime(3_600_000)
    expect(await lacksSecondFactor(member)).toBe(true)
    answers(false)
    expect(await lacksSecondFactor(member)).toBe(true)
    vi.advanceTimersByTime(5_000)
    expect(await lacksSecondFactor(member)).toBe(false)
  })

  it('returns undefined before the first successful query, and retries after five seconds', async () => {
    isDown()
    expect(await lacksSecondFactor(member)).toBeUndefined()
    expect(await lacksSecondFactor(member)).toBeUndefined()
    expect(ask).toHaveBeenCalledTimes(1)
    answers(true)
    vi.advanceTimersByTime(5_000)
    expect(await lacksSecondFactor(member)).toBe(true)
  })

  it('stops waiting after a second and uses a late response for the next call', async () => {
    const late = Promise.withResolvers<{ secondFactorRequired: boolean }>()
    ask.mockReturnValue(late.promise)
    const asked = lacksSecondFactor(member)
    const too = lacksSecondFactor(member)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toBeUndefined()
    expect(await too).toBeUndefined()
    expect(ask).toHaveBeenCalledTimes(1)
    late.resolve({ secondFactorRequired: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(await lacksSecondFactor(member)).toBe(true)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
