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

type PlanWithIntegrations = keyof typeof ALLOWANCES

const PLANS_BY_LIMIT = Object.keys(ALLOWANCES) as PlanWithIntegrations[]

export function findAllowance(plans: readonly string[]): Allowance | undefined {
  const plan = PLANS_BY_LIMIT.findLast((name) => plans.includes(name))
  return plan && { plan, ...ALLOWANCES[plan] }
}

const formatIntegrationCount = (count: number) => (count === 1 ? 'one integration' : `${count} integrations`)

function formatMatchingPlans(isAllowed: (allowance: Omit<Allowance, 'plan'>) => boolean): string {
  const labels = PLANS_BY_LIMIT.filter((name) => isAllowed(ALLOWANCES[name])).map((name) => PLANS[name].label)
  return formatChoice(labels)
}

const formatPlanChange = (plans: string) => (plans ? `, or change to ${plans}` : '')

export function formatAllowance({ plan, systems: maxIntegrations, writing, calendarsOnly }: Allowance): string {
  const integrationsText = calendarsOnly ? 'one calendar' : formatIntegrationCount(maxIntegrations)
  if (writing === 0) return `Your ${PLANS[plan].label} plan includes ${integrationsText}, read-only.`
  const writeAccessText = writing < maxIntegrations ? `${writing} with write access` : 'all with write access'
  return `Your ${PLANS[plan].label} plan includes ${integrationsText}, ${writeAccessText}.`
}

type ConnectedProvider = { provider: ProviderName; writes: readonly string[] }

/**
 * Checks whether the plan allows a connection.
 * @param connected current connections; may include this provider
 * @returns an error message, or undefined if the plan allows it
 */
export function findPlanRefusal(
  allowance: Allowance | undefined,
  connected: readonly ConnectedProvider[],
  provider: ProviderName,
  writes: boolean,
): string | undefined {
  if (!allowance) return 'Your plan does not include integrations.'
  const { plan, systems: maxIntegrations, writing, calendarsOnly } = allowance
  const { label } = PLANS[plan]
  if (calendarsOnly && !CALENDAR_PROVIDERS.includes(provider)) {
    return `${label} includes only calendars. For ${PROVIDERS[provider].label}, change to ${formatMatchingPlans((candidate) => !candidate.calendarsOnly)}.`
  }
  const otherConnections = connected.filter((connection) => connection.provider !== provider)
  if (otherConnections.length >= maxIntegrations) {
    return `${label} includes ${formatIntegrationCount(maxIntegrations)}. Remove one first${formatPlanChange(formatMatchingPlans((candidate) => candidate.systems > maxIntegrations))}.`
  }
  if (!writes) return undefined
  if (writing === 0)
    return `${label} is read-only. Write access is included in ${formatMatchingPlans((candidate) => candidate.writing > 0)}.`
  const writableConnections = otherConnections.filter((connection) => connection.writes.length > 0)
  if (writableConnections.length < writing) return undefined
  const names = formatList(writableConnections.map((connection) => PROVIDERS[connection.provider].label))
  return `${label} includes write access to ${writing === 1 ? 'one integration' : `${writing} integrations`}. It is on for ${names}. Turn it off there first${formatPlanChange(formatMatchingPlans((candidate) => candidate.writing > writing))}.`
}
