import { CITY_ROOT, buildCityHref, SEO_SERVICES_PATH } from '../../../lib/routes.ts'
import { MENU_ATTRIBUTE, toScriptAttributes } from '../../../lib/dom-contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { fill } from '../../ui/fill.tsx'
import type { Shell } from '../types/blocks.ts'

export type MenuLabels = Shell['labels']['menus']

export function buildOverviewLinks({ pages }: Shell['menu'], labels: MenuLabels) {
  return [
    { href: CITY_ROOT, label: labels.aiSdrOverview, line: labels.aiSdrLine },
    { href: SEO_SERVICES_PATH, label: labels.seoOverview, line: labels.seoLine },
  ].filter(({ href }) => pages.includes(href))
}

/**
 * Renders the menu as `<details>`. browser/menus.ts opens it on hover and closes it on Escape, outside clicks and blur.
 */
export function SolutionsMenu({ menu, labels }: Pick<Shell, 'menu'> & { labels: MenuLabels }) {
  return (
    <details className="group relative" {...toScriptAttributes({ [MENU_ATTRIBUTE]: '' })}>
      <summary className="header-link flex gap-1.5 group-has-[[aria-current=page]]:mark-current">
        {labels.solutions}
        <span className="chevron" />
      </summary>
      <div className="absolute top-full left-0 animate-appear pt-2">
        <div className="solutions">
          <ul>
            {buildOverviewLinks(menu, labels).map(({ href, label, line }) => (
              <li key={href}>
                <Link href={href} suppressHydrationWarning>
                  <span className="font-display text-lg font-semibold">{label}</span>
                  <span className="label">{line}</span>
                </Link>
              </li>
            ))}
          </ul>
          <ul className="*:last:odd:col-span-full">
            {menu.cities.map(({ _id, name, state, slug }) => (
              <li key={_id}>
                <Link href={buildCityHref({ slug })} suppressHydrationWarning>
                  <span>{fill(labels.city, { city: name ?? '…' })}</span>
                  <span className="label">{state}</span>
                </Link>
              </li>
            ))}
            <li>
              <Link href={CITY_ROOT} className="flex-row items-center justify-start gap-3">
                {labels.allCities}
                <Icon name="arrow" size={18} className="icon-forward" />
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </details>
  )
}
