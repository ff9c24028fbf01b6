import { describe, expect, it } from 'vitest'
import { isMember, readerOf, sessionClaimsOf } from '../../../lib/auth/session-claims.ts'
import { ADMIN, WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'

type Auth = Parameters<typeof sessionClaimsOf>[0]

const auth = (changes: object = {}): Auth =>
  ({
    sessionId: 'sess_1',
    sessionStatus: 'active',
    userId: 'user_1',
    orgId: 'org_1',
    orgRole: 'org:admin',
    orgSlug: 'heating',
    orgPermissions: ['org:leads:manage'],
    sessionClaims: { fea: 'o:leads,u:profile, ou:calls,o', pla: 'o:front_desk,u:free' },
    factorVerificationAge: [1, 2],
    ...changes,
  }) as unknown as Auth

describe('what a session token says', () => {
  it('is the person, the organization, and what belongs to that alone', () => {
    expect(sessionClaimsOf(auth())).toEqual({
      state: 'signed-in',
      userId: 'user_1',
      sessionId: 'sess_1',
      organization: { id: 'org_1', slug: 'heating', role: 'org:admin' },
      permissions: ['org:leads:manage'],
      features: ['leads', 'calls'],
      plans: ['front_desk'],
      factorAges: [1, 2],
    })
  })

  it('is that nobody is signed in without a session or a person', () => {
    expect(sessionClaimsOf(auth({ sessionId: undefined }))).toEqual({ state: 'signed-out' })
    expect(sessionClaimsOf(auth({ userId: undefined }))).toEqual({ state: 'signed-out' })
  })

  it('is that something is left to do while the session is pending', () => {
    expect(sessionClaimsOf(auth({ sessionStatus: 'pending' }))).toEqual({ state: 'pending' })
  })

  it('is no organization without an id or a role, and nothing where claims are left out', () => {
    expect(sessionClaimsOf(auth({ orgId: undefined }))).toMatchObject({ organization: null })
    expect(sessionClaimsOf(auth({ orgRole: undefined }))).toMatchObject({ organization: null })
    expect(sessionClaimsOf(auth({ orgSlug: undefined, orgPermissions: undefined, sessionClaims: {} }))).toMatchObject({
      organization: { slug: null },
      permissions: [],
      features: [],
      plans: [],
    })
  })
})

it('makes a member, who reads for an organization, only of somebody signed in who acts for one', () => {
  expect(isMember(ADMIN)).toBe(true)
  expect(isMember(WITHOUT_ORGANIZATION)).toBe(false)
  expect(isMember({ state: 'pending' })).toBe(false)
  expect(readerOf(ADMIN)).toEqual({ organizationId: ADMIN.organization.id, userId: ADMIN.userId })
})
