'use client'

import NextLink from 'next/link'
import { usePathname } from 'next/navigation'

type Tab = {
  href: string
  label: string
  /** How many there are behind it; words where they are not all counted. */
  count?: number | string
  /** For tabs that differ in the query; otherwise the one whose path is open is current. */
  isCurrent?: boolean
}

/** Parts of a page with an address each, as links in a row. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const pathname = usePathname()
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-border [scrollbar-width:none]">
      <ul className="flex gap-5">
        {tabs.map(({ href, label, count, isCurrent = href === pathname }) => (
          <li key={href}>
            <NextLink
              href={href}
              prefetch={false}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:shadow-none focus-visible:-outline-offset-3 current:border-foreground current:font-semibold current:text-foreground"
            >
              {label}
              {count !== undefined && <span className="text-muted-foreground">{count.toLocaleString('en-US')}</span>}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
