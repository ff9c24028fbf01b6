import { cityHref, cityLinkName } from '../city/city-href.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Brand } from './brand.tsx'
import { menuButtonClass, MENU_ID } from './mobile-menu-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import type { Shell } from './types.ts'

const rowClass =
  'flex min-h-14 items-center border-b border-line font-display text-[1.625rem] font-semibold tracking-[-0.02em]'

/** The menu of small screens: a native popover that fills the screen. */
export function MobileMenu({ brand, settings, menu }: Pick<Shell, 'brand' | 'settings' | 'menu'>) {
  return (
    <div id={MENU_ID} popover="auto" className="site-menu overflow-y-auto bg-paper text-ink">
      <div className="wrap pb-10">
        <div className="flex h-[4.5rem] items-center justify-between">
          <Brand brand={brand} />
          <button
            type="button"
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            aria-label="Close the menu"
            className={menuButtonClass}
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Menu" className="mt-4">
          {settings?.headerLinks?.map(({ _key, label, href }) => (
            <Link key={_key} href={href} className={rowClass}>
              {label}
            </Link>
          ))}
          <details className="group" open={menu.cities.length <= 4}>
            <summary className={`${rowClass} justify-between`}>
              Solutions
              <span className="chevron" />
            </summary>
            <Link href="/hvac-ai-sdr" className="flex min-h-12 items-center">
              All cities
            </Link>
            {menu.cities.map(({ _id, name, state, slug }) => (
              <Link
                key={_id}
                href={cityHref(slug)}
                className="flex min-h-12 items-center justify-between gap-4 border-t border-line"
              >
                {cityLinkName(name)}
                <span className="label text-muted">{state}</span>
              </Link>
            ))}
          </details>
        </nav>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
          {settings?.booking?.url && (
            <Link href={settings.booking.url} className="button button-solid">
              {settings.booking.label}
            </Link>
          )}
          <ThemeSwitch name="theme-menu" />
        </div>
      </div>
    </div>
  )
}
