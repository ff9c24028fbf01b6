'use client'

import { OrganizationProfile, useAuth, UserProfile, useUser } from '@clerk/nextjs'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { dashboardAppearance } from '../account/appearance.ts'
import { Tabs } from '../ui/tabs.tsx'
import { Loading } from './loading.tsx'
import { SignOutElsewhere } from './sign-out-elsewhere.tsx'

/*
 * Clerk draws these pages only for somebody whom it knows at the time, and does not try again: right after signing in, or
 * while the organization is switched, that is not yet so. Hence each waits for whom it is about.
 */

const fallback = (label: string) => (
  <div className="min-h-104 rounded-xl panel p-5 in-[main:has([data-slot=clerk-failed])]:hidden">
    <Loading label={label} rows={6} />
  </div>
)

/** Clerk's own pages of the organization, at the addresses that Clerk gives them; its column of links is hidden. */
const ORGANIZATION_TABS = [
  { href: AREAS.organization.path, label: 'Profile' },
  { href: `${AREAS.organization.path}/organization-members`, label: 'Members' },
]

const SECURITY_PATH = `${AREAS.account.path}/security`

/** As above, of a person. */
const ACCOUNT_TABS = [
  { href: AREAS.account.path, label: 'Profile' },
  { href: SECURITY_PATH, label: 'Security' },
]

export const OrganizationTabs = () => <Tabs label="Organization" tabs={ORGANIZATION_TABS} />

export const AccountTabs = () => <Tabs label="Your account" tabs={ACCOUNT_TABS} />

/** Name, address and people of the organization, for those who may change them. */
export function OrganizationPage() {
  const { orgId } = useAuth()
  const { user } = useUser()
  const pathname = usePathname()
  const loading = fallback('Loading the organization')
  if (!user || !orgId) return loading
  return (
    <OrganizationProfile
      // Clerk notices no change of the address by the framework.
      key={`${orgId} ${pathname}`}
      routing="path"
      path={AREAS.organization.path}
      appearance={dashboardAppearance}
      afterLeaveOrganizationUrl={AREAS.welcome.path}
      fallback={loading}
    />
  )
}

/** Name, addresses, password, second factor and devices of the person who is signed in. */
export function AccountPage() {
  const { user } = useUser()
  const pathname = usePathname()
  const loading = fallback('Loading your account')
  // Clerk reads its list of devices once.
  const [listed, setListed] = useState(0)
  if (!user) return loading
  return (
    <div className="grid gap-5">
      <UserProfile
        key={`${pathname} ${listed}`}
        routing="path"
        path={AREAS.account.path}
        appearance={dashboardAppearance}
        fallback={loading}
      />
      {pathname === SECURITY_PATH && <SignOutElsewhere onDone={() => setListed(listed + 1)} />}
    </div>
  )
}
