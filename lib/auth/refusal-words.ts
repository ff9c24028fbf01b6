import type { Refusal } from './decide.ts'
import { FEATURES, planLabel, PERMISSIONS, plansWith, rolesWith } from './permissions.ts'

const list = (names: string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

/** Why somebody is refused, in one sentence. */
export function refusalSentence(refusal: Refusal): string {
  switch (refusal.verdict) {
    case 'signed-out':
      return 'Sign in first.'
    case 'pending':
      return 'Finish signing in first.'
    case 'no-organization':
      return 'Choose or create an organization first.'
    case 'missing-permission':
      return `Your role does not include this permission: ${PERMISSIONS[refusal.permission].toLowerCase()}.`
    case 'missing-feature':
      return `Your organization’s plan does not include this: ${FEATURES[refusal.feature].toLowerCase()}.`
    case 'missing-plan':
      return `This is part of another plan: ${planLabel(refusal.plan)}.`
    case 'reverify':
      return 'Confirm that it is you first.'
  }
}

/** What somebody who is refused can do about it, in one sentence. */
export function refusalRemedy(refusal: Refusal): string {
  switch (refusal.verdict) {
    case 'missing-permission':
      return `Ask an admin of your organization to give you another role: ${list(rolesWith(refusal.permission))}.`
    case 'missing-feature':
      return `It is included in ${list(plansWith(refusal.feature))}. An admin of your organization can arrange that with us.`
    case 'missing-plan':
      return 'An admin of your organization can arrange another plan with us.'
    default:
      return 'Then try again.'
  }
}
