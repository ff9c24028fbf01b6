import { getClerk, ignoreNotFound } from './backend.ts'

/** Returns whether a subscription is active. A canceled plan remains active until its paid period ends. */
function isActive({ status, periodEnd }: { status: string; periodEnd: number | null }, now: number): boolean {
  if (status === 'canceled') return periodEnd === null || periodEnd > now
  return status === 'active' || status === 'past_due'
}

/**
 * Returns the features of the organization's plans, as in the members' tokens; none for an unknown organization.
 * @throws if Clerk is unavailable
 */
export async function getPlanFeatures(organizationId: string, now = Date.now()): Promise<string[]> {
  const subscription = await ignoreNotFound(getClerk().billing.getOrganizationBillingSubscription(organizationId))
  const activeItems = (subscription?.subscriptionItems ?? []).filter((item) => isActive(item, now))
  return activeItems.flatMap(({ plan }) => plan?.features.map(({ slug }) => slug) ?? [])
}
