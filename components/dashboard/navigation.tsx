'use client'

import { usePathname } from 'next/navigation'
import { type Area, type AreaName, findArea, AREAS } from '@/lib/platform/auth/access-table.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useSample } from '../ui/sample.ts'
import { BackLink } from './page.tsx'

export type NavigationAreas = { main: AreaName[]; settings: AreaName[] }

export const MENU_ID = 'dashboard-menu'

const BOTTOM_BAR_AREAS: readonly AreaName[] = ['today', 'calls', 'leads', 'appointments']

const linkClass =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 text-muted-foreground transition-colors hover:text-foreground current:font-semibold current:text-foreground aria-[current=page]:bg-card aria-[current=page]:inset-ring aria-[current=page]:inset-ring-border'

export const findOpenMenu = () => document.querySelector<HTMLElement>(`#${MENU_ID}:popover-open`) ?? undefined

export const closeMenu = () => findOpenMenu()?.hidePopover()

const getArea = (name: AreaName): Area => AREAS[name]

function useDashboardPath(): string {
  const pathname = usePathname()
  return useSample()?.path ?? pathname
}

/** Returns the `aria-current` value: `page` for the current page, or `true` for its ancestor. */
function getAriaCurrent(name: AreaName, current: AreaName | undefined, pathname: string): 'page' | 'true' | undefined {
  if (current === name) return pathname === AREAS[name].path || getArea(name).section ? 'page' : 'true'
  const isDescendant = current && name !== 'today' && AREAS[current].path.startsWith(`${AREAS[name].path}/`)
  return isDescendant ? 'true' : undefined
}

export function Navigation({ main, settings }: NavigationAreas) {
  const pathname = useDashboardPath()
  const current = findArea(pathname)
  const isInSettings = current === 'settings' || (current && getArea(current).section)
  const pages = (
    <ul className="my-1 ml-5.25 grid border-l border-border pl-2.75">
      {settings.map((name) => (
        <li key={name}>
          <AppLink
            href={AREAS[name].path}
            aria-current={getAriaCurrent(name, current, pathname)}
            className={`${linkClass} lg:min-h-8 lg:py-0.75`}
            onClick={closeMenu}
          >
            {AREAS[name].label}
          </AppLink>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-0.5">
        {main.map((name) => (
          <li key={name}>
            <AppLink
              href={AREAS[name].path}
              aria-current={getAriaCurrent(name, current, pathname)}
              className={`${linkClass} lg:min-h-9.5`}
              onClick={closeMenu}
            >
              <Icon name={getArea(name).icon as IconName} size={18} />
              {AREAS[name].label}
            </AppLink>
            {name === 'settings' && isInSettings && pages}
          </li>
        ))}
      </ul>
      {!main.includes('settings') && settings.length > 0 && pages}
    </nav>
  )
}

export function BottomBar({ main }: Pick<NavigationAreas, 'main'>) {
  const pathname = useDashboardPath()
  const current = findArea(pathname)
  const names = BOTTOM_BAR_AREAS.filter((name) => main.includes(name))
  if (names.length === 0) return null
  return (
    <nav
      aria-label="Main areas"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid auto-cols-[minmax(0,1fr)] grid-flow-col">
        {names.map((name) => (
          <li key={name}>
            <AppLink
              href={AREAS[name].path}
              aria-current={getAriaCurrent(name, current, pathname)}
              className="grid h-16 content-center justify-items-center gap-0.5 leading-[1.3] tracking-tight text-muted-foreground focus-visible:-outline-offset-4 current:font-semibold current:text-foreground current:inset-shadow-[0_2px_0_var(--foreground)]"
            >
              <Icon name={getArea(name).icon as IconName} size={22} />
              {AREAS[name].label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function BackToSettings({ main }: Pick<NavigationAreas, 'main'>) {
  const current = findArea(useDashboardPath())
  if (!current || !getArea(current).section || !main.includes('settings')) return null
  return <BackLink area="settings" className="mb-1 lg:hidden" />
}
