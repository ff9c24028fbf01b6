'use client'

import { usePathname } from 'next/navigation'
import { AppLink } from './app-link.tsx'
import { useSample } from './sample.ts'

type Tab = {
  href: string
  label: string
  /** Count next to the label. A string means that the count is a lower bound. */
  count?: number | string
  /**
   * Whether the tab is the current one. By default, the tab with the current path is. Required for tabs that differ
   * only in the query.
   */
  isCurrent?: boolean
}

/** Maximum number of tabs that fit on a phone. With more tabs the row fades at its edge, which suggests scrolling. */
const MAX_INLINE_TABS = 4

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const pathname = usePathname()
  const sample = useSample()
  const visibleTabs = tabs.filter(({ href }) => !sample || sample.getHref(href))
  if (sample && visibleTabs.length <= 1) return null
  return (
    <nav
      aria-label={label}
      className="overflow-x-auto border-b border-border [scrollbar-width:none] data-many:max-sm:[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]"
      data-many={visibleTabs.length > MAX_INLINE_TABS || undefined}
    >
      <ul className="flex gap-5 in-data-many:max-sm:w-max in-data-many:max-sm:gap-4.5 in-data-many:max-sm:pr-8">
        {visibleTabs.map(({ href, label, count, isCurrent = href === pathname }) => (
          <li key={href}>
            <AppLink
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:shadow-none focus-visible:-outline-offset-3 current:border-foreground current:font-semibold current:text-foreground"
            >
              {label}
              {count !== undefined && <span className="text-muted-foreground">{count.toLocaleString('en-US')}</span>}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
