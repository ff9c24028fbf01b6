import { expect, it } from 'vitest'
import { isAllowed } from '../../../lib/auth/check-access.ts'
import { ADMIN, MEMBER } from '../../support/session-claims.ts'

it('says who may do something, by permission, plan and sign-in', () => {
  const rule = { permission: 'org:integrations:manage' } as const
  expect(isAllowed(ADMIN, rule)).toBe(true)
  expect(isAllowed(MEMBER, rule)).toBe(false)
  expect(isAllowed({ ...ADMIN, features: [] }, rule)).toBe(false)
  expect(isAllowed({ state: 'signed-out' }, rule)).toBe(false)
})
