import { createCheckAuthorization } from '@clerk/shared/authorization'
import type { ActiveOrganization, Facts, SignedIn } from './facts.ts'
import { type Feature, featureOf, type Permission, type Plan } from './permissions.ts'

/** How recently somebody must have proved who they are; the minutes are in REVERIFICATION_MINUTES. */
export type Reverification = 'strict_mfa' | 'strict' | 'moderate' | 'lax'

/** What a page, an action or a route asks for. Being signed in is always asked for. */
export type Rule = {
  /** False only where somebody without an organization has something to do. */
  organization: boolean
  permission?: Permission
  feature?: Feature
  plan?: Plan
  reverification?: Reverification
}

/** Somebody signed in who acts for an organization. */
export type Member = SignedIn & { organization: ActiveOrganization }

export type Refusal =
  | { verdict: 'signed-out' | 'pending' | 'no-organization' }
  | { verdict: 'missing-permission'; permission: Permission }
  | { verdict: 'missing-feature'; feature: Feature }
  | { verdict: 'missing-plan'; plan: Plan }
  | { verdict: 'reverify'; reverification: Reverification }

export type Decision = { verdict: 'allow' } | Refusal

const ALLOW: Decision = { verdict: 'allow' }

const checkerOf = (facts: SignedIn) =>
  createCheckAuthorization({
    userId: facts.userId,
    orgId: facts.organization?.id,
    orgRole: facts.organization?.role,
    orgPermissions: facts.permissions,
    features: facts.features,
    plans: facts.plans,
    factorVerificationAge: facts.factorAges,
  })

/**
 * Whether a rule lets somebody in, and if not, the first reason that they can do something about: a colleague with
 * another role cannot help while the plan lacks the feature, so that is said first; confirming who one is comes last.
 */
export function decide(facts: Facts, rule: Rule): Decision {
  if (facts.state !== 'signed-in') return { verdict: facts.state }
  if (rule.organization && !facts.organization) return { verdict: 'no-organization' }
  const has = checkerOf(facts)
  const { permission, plan, reverification } = rule
  const features = [rule.feature, permission && featureOf(permission)].filter((feature) => feature !== undefined)
  // With its scope: a feature of the person's own plan does not open what the organization's has to include.
  const feature = features.find((name) => !has({ feature: `org:${name}` }))
  if (feature) return { verdict: 'missing-feature', feature }
  if (plan && !has({ plan: `org:${plan}` })) return { verdict: 'missing-plan', plan }
  if (permission && !has({ permission })) return { verdict: 'missing-permission', permission }
  if (reverification && !has({ reverification })) return { verdict: 'reverify', reverification }
  return ALLOW
}

/** Whether a rule that asks for an organization has let this person in. */
export const isMember = (facts: Facts): facts is Member => facts.state === 'signed-in' && facts.organization !== null
