import type { ReactNode } from 'react'
import { Brand } from '../ui/brand.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { BackToSettings, BottomBar, MENU_ID, Navigation, type NavigationAreas } from './navigation.tsx'

type ShellProps = {
  brand: string
  areas: NavigationAreas
  organization?: ReactNode
  notifications?: ReactNode
  /** Buttons that open the command palette. The sample dashboard has none, because it sends no requests. */
  search?: { button: ReactNode; iconButton: ReactNode } | undefined
  user?: ReactNode
  theme: ReactNode
  notice?: ReactNode
  children: ReactNode
}

export function DashboardShell({
  brand,
  areas,
  organization,
  notifications,
  search,
  user,
  theme,
  notice,
  children,
}: ShellProps) {
  return (
    <div
      className="group/shell dash grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] [--notice:0px] data-noticed:grid-rows-[auto_auto_1fr] data-noticed:[--notice:3.5rem] lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[1fr] lg:data-noticed:grid-rows-[auto_1fr]"
      data-noticed={notice !== undefined || undefined}
    >
      <SkipLink label="Skip to content" />
      {notice && (
        <div className="sticky top-0 z-30 col-span-full min-h-(--notice) border-b border-border bg-card">{notice}</div>
      )}
      <header className="sticky top-0 z-20 flex h-15 items-center justify-between border-b border-border bg-background pr-3 pl-5 group-data-noticed/shell:static lg:hidden">
        <Brand brand={brand} />
        <span className="flex items-center gap-1">
          {search?.iconButton}
          {notifications}
          {user}
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
      <aside
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        className="inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(20rem,88vw)] flex-col gap-5 overflow-y-auto border-0 border-l border-border bg-muted p-5 text-inherit backdrop:bg-[oklch(0_0_0/0.5)] open:fixed open:flex open:animate-appear lg:sticky lg:top-(--notice) lg:flex lg:h-[calc(100dvh-var(--notice))] lg:w-auto lg:border-r lg:border-l-0"
      >
        <div className="flex items-center justify-between">
          <Brand brand={brand} />
          <span className="hidden lg:flex">{notifications}</span>
        </div>
        {organization}
        {search?.button}
        <Navigation {...areas} />
        <div className="mt-auto flex items-center justify-between pt-4">
          {theme}
          <span className="hidden lg:flex">{user}</span>
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
