'use client'

import { OrganizationSwitcher, UNSAFE_PortalProvider as PortalProvider, UserButton } from '@clerk/nextjs'
import NextLink from 'next/link'
import { usePathname } from 'next/navigation'
import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { areaAt, AREAS } from '@/lib/auth/access-table.ts'
import { useClerkLoaded } from '../account/clerk-status.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { ThemeChoices } from '../layout/theme-switch.tsx'

export type NavigationItem = { path: string; label: string; icon: IconName }

/** Of the sidebar, which on a phone is a popover. */
export const MENU_ID = 'dashboard-menu'

const closeMenu = () => {
  const menu = document.getElementById(MENU_ID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** Links to the areas that are open to this person. */
export function Navigation({ items }: { items: NavigationItem[] }) {
  const current = areaAt(usePathname())
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-0.5">
        {items.map(({ path, label, icon }) => (
          <li key={path}>
            <NextLink
              href={path}
              prefetch={false}
              aria-current={current && path === AREAS[current].path ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 text-muted transition-colors hover:text-ink current:bg-raised current:font-semibold current:text-ink lg:min-h-9.5"
              onClick={closeMenu}
            >
              <Icon name={icon} size={18} />
              {label}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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
          afterCreateOrganizationUrl={AREAS.overview.path}
          afterSelectOrganizationUrl={AREAS.overview.path}
          afterLeaveOrganizationUrl={AREAS.welcome.path}
          organizationProfileMode="navigation"
          organizationProfileUrl={AREAS.organization.path}
          fallback={<span className="block h-9 w-full rounded-lg bg-raised" />}
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
        fallback={<span className="block size-8 rounded-full bg-raised" />}
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
