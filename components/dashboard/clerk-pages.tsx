'use client'

import { OrganizationList, OrganizationProfile, UserProfile } from '@clerk/nextjs'
import { AREAS } from '@/lib/auth/areas.ts'
import { EntryStates } from '../account/entry-states.tsx'
import type { Help } from '../account/notice.tsx'
import { Loading } from './loading.tsx'

type Props = { help: Help }

const fallback = (label: string) => (
  <div className="dash-clerk">
    <Loading label={label} rows={6} />
  </div>
)

/** Name, address and people of the organization, for those who may change them. */
export function OrganizationPage({ help }: Props) {
  return (
    <EntryStates help={help}>
      <OrganizationProfile
        routing="path"
        path={AREAS.organization.path}
        afterLeaveOrganizationUrl={AREAS.welcome.path}
        fallback={fallback('Loading the organization')}
      />
    </EntryStates>
  )
}

/** Name, addresses, password, second factor and devices of the person who is signed in. */
export function AccountPage({ help }: Props) {
  return (
    <EntryStates help={help}>
      <UserProfile routing="path" path={AREAS.account.path} fallback={fallback('Loading your account')} />
    </EntryStates>
  )
}

/** The organizations and invitations of somebody who acts for none yet, and the way to a new one. */
export function ChooseOrganization({ help }: Props) {
  return (
    <EntryStates help={help}>
      <OrganizationList
        hidePersonal
        skipInvitationScreen
        afterSelectOrganizationUrl={AREAS.overview.path}
        afterCreateOrganizationUrl={AREAS.overview.path}
        fallback={fallback('Loading your organizations')}
      />
    </EntryStates>
  )
}
