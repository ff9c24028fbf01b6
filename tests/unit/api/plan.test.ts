import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfferedPlan } from '../../../lib/platform/auth/access-table.ts'

vi.mock('server-only', () => ({}))
vi.mock('../../../lib/platform/auth/environment.ts', () => ({ accountEnv: () => ({}) }))

let tried: OfferedPlan | undefined
vi.mock('../../../lib/dashboard/trials/current-trial.ts', () => ({ currentTrialPlan: async () => tried }))
const warnings = vi.hoisted(() => vi.fn<(fields: object, message: string) => void>())
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { warn: warnings } }))
type Item = { status: string; periodEnd: number | null; plan: { features: { slug: string }[] } }
const subscription = vi.hoisted(() => vi.fn<(id: string) => Promise<{ subscriptionItems: Item[] } | undefined>>())
vi.mock('../../../lib/platform/auth/organizations/backend.ts', () => ({
  clerk: () => ({ billing: { getOrganizationBillingSubscription: subscription } }),
  unlessMissing: async (asked: Promise<unknown>) => asked,
}))

const { hasApi } = await import('../../../lib/dashboard/api/plan.ts')

const item = (feature: string, status = 'active', periodEnd: number | null = null): Item => ({
  status,
  periodEnd,
  plan: { features: [{ slug: 'leads' }, { slug: feature }] },
})
const subscribed = (...items: Item[]) => subscription.mockResolvedValue({ subscriptionItems: items })

let organizations = 0
const another = () => `org_plan_${(organizations += 1)}`

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  tried = undefined
})
afterAll(() => vi.useRealTimers())

describe('hasApi', () => {
  it.each<[boolean, string, Item[]]>([
    [true, 'is active', [item('integrations')]],
    [true, 'is past due', [item('integrations', 'past_due')]],
    [true, 'is canceled but still in its period', [item('integrations', 'canceled', Date.now() + 86_400_000)]],
    [false, 'is canceled and expired', [item('integrations', 'canceled', Date.now() - 1)]],
    [false, 'has ended', [item('integrations', 'ended'), item('settings')]],
    [false, 'is upcoming', [item('integrations', 'upcoming'), item('settings')]],
    [false, 'lacks the feature', [item('settings')]],
  ])('returns %s if the subscription item %s', async (expected, _what, items) => {
    subscribed(...items)
    expect(await hasApi(another())).toBe(expected)
  })

  it('returns false for an organization unknown to Clerk, unless a trial is running', async () => {
    subscription.mockResolvedValue(undefined)
    expect(await hasApi(another())).toBe(false)
    tried = 'night_line'
    expect(await hasApi(another())).toBe(true)
  })

  it('caches the result for 30 seconds and shares one Clerk request between concurrent callers', async () => {
    const organization = another()
    subscribed(item('integrations'))
    expect(await Promise.all([hasApi(organization), hasApi(organization)])).toEqual([true, true])
    expect(subscription).toHaveBeenCalledTimes(1)
    subscribed(item('settings'))
    vi.advanceTimersByTime(29_000)
    expect(await hasApi(organization)).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(await hasApi(organization)).toBe(false)
    subscribed(item('integrations'))
    vi.advanceTimersByTime(30_000)
    expect(await hasApi(organization)).toBe(true)
  })

  it('falls back to the last known result, or to true, while Clerk fails', async () => {
    const [given, unknown] = [another(), another()]
    subscribed(item('settings'))
    expect(await hasApi(given)).toBe(false)
    subscription.mockRejectedValue(new Error('away'))
    vi.advanceTimersByTime(30_000)
    expect(await hasApi(given)).toBe(false)
    expect(await hasApi(unknown)).toBe(true)
    expect(warnings).toHaveBeenCalledTimes(2)
    expect(await hasApi(unknown)).toBe(true)
    expect(warnings).toHaveBeenCalledTimes(2)
  })

  it('returns true if Clerk does not answer within a second', async () => {
    subscription.mockReturnValue(new Promise(() => undefined))
    const asked = hasApi(another())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toBe(true)
  })
})
