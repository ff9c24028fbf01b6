import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfferedPlan } from '../../../lib/platform/auth/access-table.ts'

vi.mock('server-only', () => ({}))
vi.mock('../../../lib/platform/auth/environment.ts', () => ({ getAccountEnv: () => ({}) }))

let trialPlan: OfferedPlan | undefined
vi.mock('../../../lib/dashboard/trials/current-trial.ts', () => ({ getCurrentTrialPlan: async () => trialPlan }))
const warnings = vi.hoisted(() => vi.fn<(fields: object, message: string) => void>())
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { warn: warnings } }))
type Item = { status: string; periodEnd: number | null; plan: { features: { slug: string }[] } }
const subscription = vi.hoisted(() => vi.fn<(id: string) => Promise<{ subscriptionItems: Item[] } | undefined>>())
vi.mock('../../../lib/platform/auth/organizations/backend.ts', () => ({
  getClerk: () => ({ billing: { getOrganizationBillingSubscription: subscription } }),
  ignoreNotFound: async (promise: Promise<unknown>) => promise,
}))

const { hasApi } = await import('../../../lib/dashboard/api/plan.ts')

const buildItem = (feature: string, status = 'active', periodEnd: number | null = null): Item => ({
  status,
  periodEnd,
  plan: { features: [{ slug: 'leads' }, { slug: feature }] },
})
const mockSubscription = (...items: Item[]) => subscription.mockResolvedValue({ subscriptionItems: items })

let organizationCount = 0
const createOrganizationId = () => `org_plan_${(organizationCount += 1)}`

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  trialPlan = undefined
})
afterAll(() => vi.useRealTimers())

describe('hasApi', () => {
  it.each<[boolean, string, Item[]]>([
    [true, 'is active', [buildItem('integrations')]],
    [true, 'is past due', [buildItem('integrations', 'past_due')]],
    [true, 'is canceled but still in its period', [buildItem('integrations', 'canceled', Date.now() + 86_400_000)]],
    [false, 'is canceled and expired', [buildItem('integrations', 'canceled', Date.now() - 1)]],
    [false, 'has ended', [buildItem('integrations', 'ended'), buildItem('settings')]],
    [false, 'is upcoming', [buildItem('integrations', 'upcoming'), buildItem('settings')]],
    [false, 'lacks the feature', [buildItem('settings')]],
  ])('returns %s if the subscription item %s', async (expected, _what, items) => {
    mockSubscription(...items)
    expect(await hasApi(createOrganizationId())).toBe(expected)
  })

  it('returns false for an organization unknown to Clerk, unless a trial is running', async () => {
    subscription.mockResolvedValue(undefined)
    expect(await hasApi(createOrganizationId())).toBe(false)
    trialPlan = 'night_line'
    expect(await hasApi(createOrganizationId())).toBe(true)
  })

  it('caches the result for 30 seconds and shares one Clerk request between concurrent callers', async () => {
    const organization = createOrganizationId()
    mockSubscription(buildItem('integrations'))
    expect(await Promise.all([hasApi(organization), hasApi(organization)])).toEqual([true, true])
    expect(subscription).toHaveBeenCalledTimes(1)
    mockSubscription(buildItem('settings'))
    vi.advanceTimersByTime(29_000)
    expect(await hasApi(organization)).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(await hasApi(organization)).toBe(false)
    mockSubscription(buildItem('integrations'))
    vi.advanceTimersByTime(30_000)
    expect(await hasApi(organization)).toBe(true)
  })

  it('falls back to the last known result, or to true, while Clerk fails', async () => {
    const [subscribedId, unknownId] = [createOrganizationId(), createOrganizationId()]
    mockSubscription(buildItem('settings'))
    expect(await hasApi(subscribedId)).toBe(false)
    subscription.mockRejectedValue(new Error('away'))
    vi.advanceTimersByTime(30_000)
    expect(await hasApi(subscribedId)).toBe(false)
    expect(await hasApi(unknownId)).toBe(true)
    expect(warnings).toHaveBeenCalledTimes(2)
    expect(await hasApi(unknownId)).toBe(true)
    expect(warnings).toHaveBeenCalledTimes(2)
  })

  it('returns true if Clerk does not respond within a second', async () => {
    subscription.mockReturnValue(new Promise(() => undefined))
    const pending = hasApi(createOrganizationId())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await pending).toBe(true)
  })
})
