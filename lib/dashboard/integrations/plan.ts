import { type Plan, PLANS } from '../../platform/auth/access-table.ts'
import { CALENDAR_PROVIDERS, type ProviderName, PROVIDERS } from './providers.ts'
import { formatChoice, formatList } from '../../values/format.ts'

export type Allowance = { plan: Plan; systems: number; writing: number; calendarsOnly: boolean }

/**
 * Limits by plan. The pricing pages in sanity/seed/content (page-pricing.yaml, pricing-plan.yaml) list the same limits.
 */
const ALLOWANCES = {
  night_line: { systems: 1, writing: 0, calendarsOnly: true },
  front_desk: { systems: 2, writing: 1, calendarsOnly: false },
  several_crews: { systems: 5, writing: 5, calendarsOnly: false },
} as const satisfies Partial<Record<Plan, Omit<Allowance, 'plan'>>>

type PlanWithSystems = keyof typeof ALLOWANCES

const RANKED = Object.keys(ALLOWANCES) as PlanWithSystems[]

export function allowanceOf(plans: readonly string[]): Allowance | undefined {
  const plan = RANKED.findLast((name) => plans.includes(name))
  return plan && { plan, ...ALLOWANCES[plan] }
}

const systems = (count: number) => (count === 1 ? 'one integration' : `${count} integrations`)

function plansThat(allow: (allowance: Omit<Allowance, 'plan'>) => boolean): string {
  const labels = RANKED.filter((name) => allow(ALLOWANCES[name])).map((name) => PLANS[name].label)
  return formatChoice(labels)
}

const orChange = (plans: string) => (plans ? `, or change to ${plans}` : '')

export function allowanceWords({ plan, systems: most, writing, calendarsOnly }: Allowance): string {
  const what = calendarsOnly ? 'one calendar' : systems(most)
  if (writing === 0) return `Your ${PLANS[plan].label} plan includes ${what}, read-only.`
  const written = writing < most ? `${writing} with write access` : 'all with write access'
  return `Your ${PLANS[plan].label} plan includes ${what}, ${written}.`
}

type Connected = { provider: ProviderName; writes: readonly string[] }

/**
 * Checks whether the plan allows a connection.
 * @param connected current connections; may include this provider
 * @returns an error message, or undefined if the plan allows it
 */
export function refusedByPlan(
  allowance: Allowance | undefined,
  connected: readonly Connected[],
  provider: ProviderName,
  writes: boolean,
): string | undefined {
  if (!allowance) return 'Your plan does not include integrations.'
  const { plan, systems: most, writing, calendarsOnly } = allowance
  const { label } = PLANS[plan]
  if (calendarsOnly && !CALENDAR_PROVIDERS.includes(provider)) {
    return `${label} includes only calendars. For ${PROVIDERS[provider].label}, change to ${plansThat((larger) => !larger.calendarsOnly)}.`
  }
  const others = connected.filter((each) => each.provider !== provider)
  if (others.length >= most) {
    return `${label} includes ${systems(most)}. Remove one first${orChange(plansThat((larger) => larger.systems > most))}.`
  }
  if (!writes) return undefined
  if (writing === 0)
    return `${label} is read-only. Write access is included in ${plansThat((larger) => larger.writing > 0)}.`
  const writingTo = others.filter((each) => each.writes.length > 0)
  if (writingTo.length < writing) return undefined
  const names = formatList(writingTo.map((each) => PROVIDERS[each.provider].label))
  return `${label} includes write access to ${writing === 1 ? 'one integration' : `${writing} integrations`}. It is on for ${names}. Turn it off there first${orChange(plansThat((larger) => larger.writing > writing))}.`
}
