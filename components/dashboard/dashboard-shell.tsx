import type { ReactNode } from 'react'
import { Brand } from '../layout/brand.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { OrganizationMenu, ThemeControl, UserMenu } from './frame-menus.tsx'
import { BackToSettings, BottomBar, MENU_ID, Navigation, type NavigationAreas } from './navigation.tsx'

type ShellProps = { brand: string; areas: NavigationAreas; hasOrganization: boolean; children: ReactNode }

/** Around every page of the dashboard: a sidebar, which on a phone is a bar above, one below, and a panel. */
export function DashboardShell({ brand, areas, hasOrganization, children }: ShellProps) {
  return (
    <div className="dash">
      <SkipLink label="Skip to content" />
      <header className="dash-top sticky top-0 flex items-center justify-between border-b border-border bg-background lg:hidden">
        <Brand brand={brand} />
        <span className="flex items-center gap-1">
          <UserMenu />
          <button
            type="button"
            popoverTarget={MENU_ID}
            className="grid size-11 cursor-pointer place-items-center"
            aria-label="Menu"
          >
            <Icon name="menu" size={22} />
          </button>
        </span>
      </header>
      <aside id={MENU_ID} popover="auto" aria-label="Menu" className="dash-side">
        <Brand brand={brand} />
        {hasOrganization && <OrganizationMenu />}
        <Navigation {...areas} />
        <div className="mt-auto flex items-center justify-between pt-4">
          <ThemeControl />
          <span className="hidden lg:flex">
            <UserMenu />
          </span>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="dash-main">
        <BackToSettings main={areas.main} />
        {children}
      </main>
      <BottomBar main={areas.main} />
    </div>
  )
}
