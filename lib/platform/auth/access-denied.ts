import type { AccessDenied } from './check-access.ts'
import {
  FEATURES,
  isStaffFeature,
  getPlanLabel,
  PERMISSIONS,
  getPlansWithFeature,
  getRolesWithPermission,
} from './access-table.ts'
import { formatChoice } from '../../values/format.ts'

export function formatAccessDenial(denial: AccessDenied): string {
  switch (denial.reason) {
    case 'signed-out':
      return 'Sign in first.'
    case 'pending':
      return 'Finish signing in first.'
    case 'no-organization':
      return 'Choose or create a company first.'
    case 'second-factor':
      return 'Your company requires two-step verification. Set it up in your account first.'
    case 'missing-permission':
      return `Your role does not include this permission: ${PERMISSIONS[denial.permission].toLowerCase()}.`
    case 'missing-feature':
      if (isStaffFeature(denial.feature)) return 'This page is for our staff only.'
      return `Your plan does not include this feature: ${FEATURES[denial.feature].toLowerCase()}.`
    case 'missing-plan':
      return `This requires another plan: ${getPlanLabel(denial.plan)}.`
    case 'reverify':
      return 'Confirm your identity first.'
  }
}

export function formatAccessRemedy(denial: AccessDenied): string {
  switch (denial.reason) {
    case 'missing-permission':
      return `Ask an admin of your company to change your role to ${formatChoice(getRolesWithPermission(denial.permission))}.`
    case 'missing-feature':
      if (isStaffFeature(denial.feature)) return 'It shows nothing about your company.'
      return `It is included in ${formatChoice(getPlansWithFeature(denial.feature))}. Ask an admin of your company to contact us about changing plans.`
    case 'missing-plan':
      return 'Ask an admin of your company to contact us about changing plans.'
    default:
      return 'Then try again.'
  }
}
