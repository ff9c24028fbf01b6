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
    <div className="dash grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[1fr]">
      <SkipLink label="Skip to content" />
      <header className="sticky top-0 z-20 flex h-15 items-center justify-between border-b border-border bg-background pr-3 pl-5 lg:hidden">
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
      {/* On a phone a panel from the right edge; in a window a column that is always there. */}
      <aside
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        className="inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(20rem,88vw)] flex-col gap-5 overflow-y-auto border-0 border-l border-border bg-muted p-5 text-inherit backdrop:bg-[oklch(0_0_0/0.5)] open:fixed open:flex open:animate-appear lg:sticky lg:top-0 lg:flex lg:w-auto lg:border-r lg:border-l-0"
      >
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
      <main
        id="content"
        tabIndex={-1}
        className="w-full max-w-304 px-5 pt-6 pb-[calc(6.5rem+env(safe-area-inset-bottom))] lg:px-12 lg:pt-9 lg:pb-20"
      >
        <BackToSettings main={areas.main} />
        {children}
      </main>
      <BottomBar main={areas.main} />
    </div>
  )
}
