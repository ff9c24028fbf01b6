import { type Plan, PLANS } from '../auth/access-table.ts'
import { CALENDAR_PROVIDERS, type ProviderName, PROVIDERS } from './providers.ts'

/** How many systems a plan lets an organization connect, and how many of them it may write to. */
export type Allowance = { plan: Plan; systems: number; writing: number; calendarsOnly: boolean }

/** As the pages about prices say it: page-pricing.yaml and pricing-plan.yaml in sanity/seed/content. */
const ALLOWANCES = {
  night_line: { systems: 1, writing: 0, calendarsOnly: true },
  front_desk: { systems: 2, writing: 1, calendarsOnly: false },
  several_crews: { systems: 5, writing: 5, calendarsOnly: false },
} as const satisfies Partial<Record<Plan, Omit<Allowance, 'plan'>>>

type PlanWithSystems = keyof typeof ALLOWANCES

const RANKED = Object.keys(ALLOWANCES) as PlanWithSystems[]

/** The most that the plans of a session allow; undefined where none of them connects anything. */
export function allowanceOf(plans: readonly string[]): Allowance | undefined {
  const plan = RANKED.findLast((name) => plans.includes(name))
  return plan && { plan, ...ALLOWANCES[plan] }
}

const systems = (count: number) => (count === 1 ? 'one connected system' : `${count} connected systems`)

/** The plans that allow more than one's own. */
function plansThat(allow: (allowance: Omit<Allowance, 'plan'>) => boolean): string {
  const labels = RANKED.filter((name) => allow(ALLOWANCES[name])).map((name) => PLANS[name].label)
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels)
}

const orChange = (plans: string) => (plans ? `, or change to ${plans}` : '')

/** What an allowance includes, in a sentence. */
export function allowanceWords({ plan, systems: most, writing, calendarsOnly }: Allowance): string {
  const what = calendarsOnly ? 'one calendar' : systems(most)
  if (writing === 0) return `${PLANS[plan].label} includes ${what}, for reading.`
  const written = writing === 1 ? 'writing to one of them' : 'writing to each of them'
  return `${PLANS[plan].label} includes ${what}, and ${written}.`
}

type Connected = { provider: ProviderName; writes: readonly string[] }

/**
 * Why a plan does not let somebody connect a system, or let it write, in words that say what to do.
 * @param connected what the organization has; the system itself may be among it
 * @returns undefined where it may
 */
export function refusedByPlan(
  allowance: Allowance | undefined,
  connected: readonly Connected[],
  provider: ProviderName,
  writes: boolean,
): string | undefined {
  if (!allowance) return 'Your plan includes no connections to other systems.'
  const { plan, systems: most, writing, calendarsOnly } = allowance
  const { label } = PLANS[plan]
  if (calendarsOnly && !CALENDAR_PROVIDERS.includes(provider)) {
    return `${label} connects calendars only. ${plansThat((larger) => !larger.calendarsOnly)} includes ${PROVIDERS[provider].label}.`
  }
  const others = connected.filter((each) => each.provider !== provider)
  if (others.length >= most) {
    return `${label} includes ${systems(most)}. Remove one first${orChange(plansThat((larger) => larger.systems > most))}.`
  }
  if (!writes) return undefined
  if (writing === 0) return `${label} only reads. Writing is part of ${plansThat((larger) => larger.writing > 0)}.`
  const writingTo = others.filter((each) => each.writes.length > 0)
  if (writingTo.length < writing) return undefined
  const names = new Intl.ListFormat('en').format(writingTo.map((each) => PROVIDERS[each.provider].label))
  return `${label} writes to ${writing === 1 ? 'one system' : `${writing} systems`}, and writing is on for ${names}. Switch it off there first${orChange(plansThat((larger) => larger.writing > writing))}.`
}
