'use client'

import { OrganizationSwitcher, UNSAFE_PortalProvider as PortalProvider, UserButton } from '@clerk/nextjs'
import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { useClerkLoaded } from '../account/clerk-status.ts'
import { ThemeChoices } from '../layout/theme-switch.tsx'
import { MENU_ID } from './navigation.tsx'

/** The open popover is above everything, so what opens from it has to be inside of it to be seen. */
const openPopover = () => document.querySelector<HTMLElement>(`#${MENU_ID}:popover-open`)

/** The active organization and the way to another one. A placeholder keeps its place until Clerk's script has come. */
export function OrganizationMenu() {
  const isLoaded = useClerkLoaded()
  return (
    <div className="grid min-h-11 items-center">
      <PortalProvider getContainer={openPopover}>
        <OrganizationSwitcher
          key={String(isLoaded)}
          hidePersonal
          afterCreateOrganizationUrl={AREAS.today.path}
          afterSelectOrganizationUrl={AREAS.today.path}
          afterLeaveOrganizationUrl={AREAS.welcome.path}
          organizationProfileMode="navigation"
          organizationProfileUrl={AREAS.organization.path}
          fallback={<span className="block h-9 w-full rounded-lg bg-card" />}
        />
      </PortalProvider>
    </div>
  )
}

/** Who is signed in, the way to their own settings, and out. */
export function UserMenu() {
  const isLoaded = useClerkLoaded()
  return (
    <div className="grid size-11 place-items-center">
      <UserButton
        key={String(isLoaded)}
        userProfileMode="navigation"
        userProfileUrl={AREAS.account.path}
        fallback={<span className="block size-8 rounded-full bg-card" />}
      />
    </div>
  )
}

const subscribeToNothing = () => () => undefined

/** False in the HTML and while React hydrates it, when the theme stored in this browser is not known yet. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/** Light, dark or the system's choice. By React, because inline scripts do not run on a page that only React renders. */
export function ThemeControl() {
  const { theme, setTheme } = useTheme()
  const isInBrowser = useIsInBrowser()
  return (
    <ThemeChoices input={(value) => ({ checked: isInBrowser && theme === value, onChange: () => setTheme(value) })} />
  )
}
