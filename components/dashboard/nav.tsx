'use client'

import NextLink from 'next/link'
import { usePathname } from 'next/navigation'
import { areaAt } from '@/lib/auth/areas.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

export type NavItem = { path: string; label: string; icon: IconName }

/** Of the column, which is a panel on a phone. */
export const MENU_ID = 'dashboard-menu'

const closeMenu = () => {
  const menu = document.getElementById(MENU_ID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** The pages that are open to this person. */
export function Nav({ items }: { items: NavItem[] }) {
  const current = areaAt(usePathname())?.path
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-0.5">
        {items.map(({ path, label, icon }) => (
          <li key={path}>
            <NextLink
              href={path}
              prefetch={false}
              aria-current={path === current ? 'page' : undefined}
              className="dash-nav-link"
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
