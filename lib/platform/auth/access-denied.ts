import type { AccessDenied } from './check-access.ts'
import { FEATURES, isStaffFeature, planLabel, PERMISSIONS, plansWith, rolesWith } from './access-table.ts'
import { formatChoice } from '../../values/format.ts'

export function accessDeniedMessage(denied: AccessDenied): string {
  switch (denied.reason) {
    case 'signed-out':
      return 'Sign in first.'
    case 'pending':
      return 'Finish signing in first.'
    case 'no-organization':
      return 'Choose or create an organization first.'
    case 'second-factor':
      return 'Your organization asks everybody for a second factor: add one to your account first.'
    case 'missing-permission':
      return `Your role does not include this permission: ${PERMISSIONS[denied.permission].toLowerCase()}.`
    case 'missing-feature':
      if (isStaffFeature(denied.feature)) return 'This is for the people who run this site.'
      return `Your organization’s plan does not include this: ${FEATURES[denied.feature].toLowerCase()}.`
    case 'missing-plan':
      return `This is part of another plan: ${planLabel(denied.plan)}.`
    case 'reverify':
      return 'Confirm that it is you first.'
  }
}

export function accessDeniedRemedy(denied: AccessDenied): string {
  switch (denied.reason) {
    case 'missing-permission':
      return `Ask an admin of your organization to give you another role: ${formatChoice(rolesWith(denied.permission))}.`
    case 'missing-feature':
      if (isStaffFeature(denied.feature)) return 'There is nothing of your company here.'
      return `It is included in ${formatChoice(plansWith(denied.feature))}. An admin of your organization can arrange that with us.`
    case 'missing-plan':
      return 'An admin of your organization can arrange another plan with us.'
    default:
      return 'Then try again.'
  }
}
