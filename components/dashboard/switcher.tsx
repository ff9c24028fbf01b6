'use client'

import { OrganizationSwitcher, UNSAFE_PortalProvider as PortalProvider, UserButton } from '@clerk/nextjs'
import { AREAS } from '@/lib/auth/areas.ts'
import { useClerkLoaded } from '../account/use-clerk-status.ts'
import { MENU_ID } from './nav.tsx'

/** On a phone the column is a panel above everything, and what opens from it has to be inside of it to be seen. */
const openPanel = () => document.querySelector<HTMLElement>(`#${MENU_ID}:popover-open`)

/** Which organization this is about, and the way to another one. Takes its place before Clerk's script has come. */
export function Switcher() {
  const isLoaded = useClerkLoaded()
  return (
    <div className="dash-switcher">
      <PortalProvider getContainer={openPanel}>
        <OrganizationSwitcher
          key={String(isLoaded)}
          hidePersonal
          afterCreateOrganizationUrl={AREAS.overview.path}
          afterSelectOrganizationUrl={AREAS.overview.path}
          afterLeaveOrganizationUrl={AREAS.welcome.path}
          organizationProfileMode="navigation"
          organizationProfileUrl={AREAS.organization.path}
          fallback={<span className="dash-bone h-9 w-full" />}
        />
      </PortalProvider>
    </div>
  )
}

/** Who is signed in, the way to their own settings, and out. */
export function Person() {
  const isLoaded = useClerkLoaded()
  return (
    <div className="dash-person">
      <UserButton
        key={String(isLoaded)}
        userProfileMode="navigation"
        userProfileUrl={AREAS.account.path}
        fallback={<span className="dash-bone size-8 rounded-full" />}
      />
    </div>
  )
}
