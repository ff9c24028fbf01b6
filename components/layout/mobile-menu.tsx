import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { AccountLink } from './account-link.tsx'
import { Brand } from './brand.tsx'
import { HeaderButton, type HeaderVariant } from './header-button.tsx'
import { menuButtonClass, MENU_ID } from './mobile-menu-button.tsx'
import { overviews } from './solutions-links.ts'
import type { Shell } from './types.ts'

const rowClass =
  'min-h-14 items-center border-b border-line font-display text-[1.625rem] font-semibold tracking-[-0.02em]'

type Props = Pick<Shell, 'brand' | 'settings' | 'menu'> & { variant: HeaderVariant }

/**
 * The menu of small screens: a native popover that fills the screen, closes on Escape and gives the focus back, all
 * without a script. While it is open the style sheet hides the page behind it, so focus has nowhere else to go.
 */
export function MobileMenu({ brand, settings, menu, variant }: Props) {
  return (
    <dialog
      id={MENU_ID}
      popover="auto"
      aria-modal="true"
      aria-label="Menu"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the browser puts the focus when the popover opens
      autoFocus
      className="site-menu overflow-y-auto overscroll-contain bg-paper text-ink lg:hidden"
    >
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
            <Link key={_key} href={href} className={`flex ${rowClass}`}>
              {label}
            </Link>
          ))}
          {variant !== 'login' && <AccountLink className={`grid justify-items-start ${rowClass}`} />}
          <ul aria-label="Solutions" className="mt-6">
            {overviews(menu).map(({ href, label }) => (
              <li key={label}>
                <Link href={href} className="flex min-h-12 items-center text-muted">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <HeaderButton booking={settings?.booking ?? undefined} variant={variant} className="mt-6 w-full" />
      </div>
    </dialog>
  )
}
