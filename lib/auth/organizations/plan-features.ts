import { clerk, unlessMissing } from './backend.ts'

/** Of a plan that an organization has now: one that was given up is paid for until its period is over. */
function isHeld({ status, periodEnd }: { status: string; periodEnd: number | null }, now: number): boolean {
  if (status === 'canceled') return periodEnd === null || periodEnd > now
  return status === 'active' || status === 'past_due'
}

/**
 * Names of the features that the plan of an organization includes now, as the tokens of its members have them.
 * @returns none for an organization that Clerk does not know
 * @throws when Clerk does not answer
 */
export async function planFeatures(organizationId: string, now = Date.now()): Promise<string[]> {
  const subscription = await unlessMissing(clerk().billing.getOrganizationBillingSubscription(organizationId))
  const held = (subscription?.subscriptionItems ?? []).filter((item) => isHeld(item, now))
  return held.flatMap(({ plan }) => plan?.features.map(({ slug }) => slug) ?? [])
}
