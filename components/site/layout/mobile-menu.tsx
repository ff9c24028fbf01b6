import { SITE_MENU_ID } from '../../../lib/dom-contract.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Brand } from '../../ui/brand.tsx'
import { buildOverviewLinks, type MenuLabels } from './solutions-menu.tsx'
import { CITY_ROOT, buildCityHref } from '../../../lib/routes.ts'
import type { Shell } from '../types/blocks.ts'

const buttonClass = '-mr-2.5 size-11 flex-none cursor-pointer place-items-center'

export function MobileMenuButton() {
  return (
    <button
      type="button"
      popoverTarget={SITE_MENU_ID}
      aria-label="Open the menu"
      className={`grid fits:hidden ${buttonClass}`}
    >
      <Icon name="menu" />
    </button>
  )
}

type MobileMenuProps = Pick<Shell, 'brand' | 'menu'> & {
  labels: MenuLabels
  links: NonNullable<NonNullable<Shell['settings']>['headerLinks']>
  accountLinks: ReactNode
  button: ReactNode
}

function Cities({ menu, labels }: Pick<Shell, 'menu'> & { labels: MenuLabels }) {
  if (menu.cities.length === 0) return null
  return (
    <details>
      <summary>
        {labels.cities}
        <span className="chevron" />
      </summary>
      <ul>
        {menu.cities.map(({ _id, name, slug }) => (
          <li key={_id}>
            <Link href={buildCityHref({ slug })} suppressHydrationWarning>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link href={CITY_ROOT}>{labels.allCities}</Link>
        </li>
      </ul>
    </details>
  )
}

/** Renders the mobile menu as a native popover. CSS hides the page behind it, so that the focus stays in the menu. */
export function MobileMenu({ brand, links, menu, labels, accountLinks, button }: MobileMenuProps) {
  return (
    <dialog
      id={SITE_MENU_ID}
      popover="auto"
      aria-modal="true"
      aria-label="Menu"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover needs an initial focus
      autoFocus
      className="site-menu"
    >
      <div className="wrap pb-10">
        <div className="flex h-18 items-center justify-between">
          <Brand brand={brand} />
          <button
            type="button"
            popoverTarget={SITE_MENU_ID}
            popoverTargetAction="hide"
            aria-label="Close the menu"
            className={`grid ${buttonClass}`}
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Menu" className="mt-4">
          {links.map(({ _key, label, href }) => (
            <Link key={_key} href={href} suppressHydrationWarning>
              {label}
            </Link>
          ))}
          {accountLinks}
          <ul aria-label={labels.solutions} className="mt-6">
            {buildOverviewLinks(menu, labels).map(({ href, label, line }) => (
              <li key={href}>
                <Link href={href} suppressHydrationWarning>
                  {label}
                  <span className="label">{line}</span>
                </Link>
              </li>
            ))}
          </ul>
          <Cities menu={menu} labels={labels} />
        </nav>
        {button}
      </div>
    </dialog>
  )
}
