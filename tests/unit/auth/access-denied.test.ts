import { describe, expect, it } from 'vitest'
import { accessDeniedMessage, accessDeniedRemedy } from '../../../lib/auth/access-denied.ts'
import type { AccessDenied } from '../../../lib/auth/check-access.ts'

const denials: [AccessDenied, message: string, remedy: string][] = [
  [{ reason: 'signed-out' }, 'Sign in first.', 'Then try again.'],
  [{ reason: 'pending' }, 'Finish signing in first.', 'Then try again.'],
  [{ reason: 'no-organization' }, 'Choose or create an organization first.', 'Then try again.'],
  [{ reason: 'reverify', reverification: 'strict' }, 'Confirm that it is you first.', 'Then try again.'],
  [
    { reason: 'missing-permission', permission: 'org:leads:manage' },
    'Your role does not include this permission: change and hand over leads.',
    'Ask an admin of your organization to give you another role: Admin or Dispatcher.',
  ],
  [
    { reason: 'missing-feature', feature: 'integrations' },
    'Your organization’s plan does not include this: connections to other systems.',
    'It is included in Night line, Front desk, or Several crews. An admin of your organization can arrange that with us.',
  ],
  [
    { reason: 'missing-feature', feature: 'lines' },
    'This is for the people who run this site.',
    'There is nothing of your company here.',
  ],
  [
    { reason: 'missing-plan', plan: 'several_crews' },
    'This is part of another plan: Several crews.',
    'An admin of your organization can arrange another plan with us.',
  ],
]

describe('somebody who is not let in', () => {
  it.each(denials)('is told why, and what to do: %j', (denied, message, remedy) => {
    expect(accessDeniedMessage(denied)).toBe(message)
    expect(accessDeniedRemedy(denied)).toBe(remedy)
  })
})
