import type { ReactNode } from 'react'
import { Brand } from '../layout/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { MENU_ID, Nav, type NavItem } from './nav.tsx'
import { Person, Switcher } from './switcher.tsx'
import { ThemeControl } from './theme-control.tsx'

type FrameProps = { brand: string; items: NavItem[]; hasOrganization: boolean; children: ReactNode }

/** The dashboard's own frame: a column with everything that leads somewhere, and the page. A bar and a panel on a phone. */
export function Frame({ brand, items, hasOrganization, children }: FrameProps) {
  return (
    <div className="dash">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="dash-bar">
        <Brand brand={brand} />
        <span className="flex items-center gap-1">
          <Person />
          <button type="button" popoverTarget={MENU_ID} className="dash-menu-button" aria-label="Menu">
            <Icon name="menu" size={22} />
          </button>
        </span>
      </header>
      <aside id={MENU_ID} popover="auto" aria-label="Menu" className="dash-side">
        <div className="dash-brand">
          <Brand brand={brand} />
        </div>
        {hasOrganization && <Switcher />}
        <Nav items={items} />
        <div className="dash-foot">
          <ThemeControl />
          <Person />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="dash-main">
        {children}
      </main>
    </div>
  )
}
