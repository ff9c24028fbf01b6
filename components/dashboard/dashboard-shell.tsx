import type { ReactNode } from 'react'
import { Brand } from '../layout/brand.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { MENU_ID, Navigation, type NavigationItem, OrganizationMenu, ThemeControl, UserMenu } from './dashboard-nav.tsx'

type ShellProps = { brand: string; items: NavigationItem[]; hasOrganization: boolean; children: ReactNode }

/** Around every page of the dashboard: a sidebar, which on a phone is a bar and a panel. */
export function DashboardShell({ brand, items, hasOrganization, children }: ShellProps) {
  return (
    <div className="dash">
      <SkipLink />
      <header className="dash-bar">
        <Brand brand={brand} />
        <span className="flex items-center gap-1">
          <UserMenu />
          <button type="button" popoverTarget={MENU_ID} className="dash-menu-button" aria-label="Menu">
            <Icon name="menu" size={22} />
          </button>
        </span>
      </header>
      <aside id={MENU_ID} popover="auto" aria-label="Menu" className="dash-side">
        <div className="dash-brand">
          <Brand brand={brand} />
        </div>
        {hasOrganization && <OrganizationMenu />}
        <Navigation items={items} />
        <div className="dash-foot">
          <ThemeControl />
          <UserMenu />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="dash-main">
        {children}
      </main>
    </div>
  )
}
