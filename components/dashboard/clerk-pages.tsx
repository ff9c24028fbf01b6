'use client'

import { OrganizationList, OrganizationProfile, UserProfile } from '@clerk/nextjs'
import { AREAS } from '@/lib/auth/areas.ts'
import { Loading } from './loading.tsx'

const fallback = (label: string) => (
  <div className="dash-clerk">
    <Loading label={label} rows={6} />
  </div>
)

/** Name, address and people of the organization, for those who may change them. */
export const OrganizationPage = () => (
  <OrganizationProfile
    routing="path"
    path={AREAS.organization.path}
    afterLeaveOrganizationUrl={AREAS.welcome.path}
    fallback={fallback('Loading the organization')}
  />
)

/** Name, addresses, password, second factor and devices of the person who is signed in. */
export const AccountPage = () => (
  <UserProfile routing="path" path={AREAS.account.path} fallback={fallback('Loading your account')} />
)

/** The organizations and invitations of somebody who acts for none yet, and the way to a new one. */
export const ChooseOrganization = () => (
  <OrganizationList
    hidePersonal
    skipInvitationScreen
    afterSelectOrganizationUrl={AREAS.overview.path}
    afterCreateOrganizationUrl={AREAS.overview.path}
    fallback={fallback('Loading your organizations')}
  />
)
