import { ACCOUNT_LINK, scripted } from '../../lib/dom-contract.ts'
import { SIGN_IN_PATH, SIGN_UP_PATH } from '../../lib/routes.ts'
import { Search } from '../search/search-dialog.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Link } from '../ui/link.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { Brand } from './brand.tsx'
import { MobileMenu, MobileMenuButton } from './mobile-menu.tsx'
import { SolutionsMenu } from './solutions-menu.tsx'
import type { Shell } from './types.ts'

/** Which page the header stands on: the login page leads to an account, the register page asks for nothing else. */
export type HeaderVariant = 'site' | 'login' | 'register'

/**
 * Sign In, or Dashboard for a visitor who looks signed in: browser/account-link.ts chooses. Both words take the same place,
 * so nothing moves.
 */
function AccountLink({ className = '' }: { className?: string | undefined }) {
  return (
    <a href={SIGN_IN_PATH} {...scripted({ [ACCOUNT_LINK]: '' })} className={`account-link ${className}`}>
      <span className="signed-in:invisible">Sign In</span>
      <span className="signed-out:invisible">Dashboard</span>
    </a>
  )
}

type HeaderButtonProps = {
  booking: NonNullable<Shell['settings']>['booking'] | undefined
  variant: HeaderVariant
  className: string
}

/** The one button of the header: a demo; on the login page the way to an account; none on the register page. */
function HeaderButton({ booking, variant, className }: HeaderButtonProps) {
  if (variant === 'register') return null
  if (variant === 'login') {
    return (
      <ButtonLink href={SIGN_UP_PATH} className={className}>
        Create an account
      </ButtonLink>
    )
  }
  if (!booking?.url) return null
  return (
    <ButtonLink href={booking.url} className={className}>
      {booking.label}
    </ButtonLink>
  )
}

type HeaderProps = Pick<Shell, 'brand' | 'settings' | 'announcement' | 'words' | 'menu'> & { variant?: HeaderVariant }

/**
 * Header of every page with its menus: transparent at the top, solid and blurred once the page has scrolled. What it does
 * in the browser is in browser/header.ts and browser/menus.ts.
 */
export function Header({ brand, settings, announcement, words, menu, variant = 'site' }: HeaderProps) {
  const accountLink = (className?: string) => variant !== 'login' && <AccountLink className={className} />
  const button = (className: string) => (
    <HeaderButton booking={settings?.booking ?? undefined} variant={variant} className={className} />
  )
  const links = settings?.headerLinks ?? []
  return (
    <>
      <AnnouncementBar announcement={announcement} />
      <header className="site-header print:hidden">
        <div className="wrap flex h-18 items-center gap-4 lg:max-xl:gap-2">
          <Brand brand={brand} />
          <nav aria-label="Main" className="hidden items-center lg:flex xl:ml-4">
            <SolutionsMenu menu={menu} words={words.menus} />
            {links.map(({ _key, label, href }) => (
              <Link key={_key} href={href} className="header-link current:mark-current" suppressHydrationWarning>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-3 lg:max-xl:gap-1.5">
            <Search words={words.search} />
            {accountLink('header-link max-lg:hidden')}
            {button('max-sm:hidden')}
            <MobileMenuButton />
          </div>
        </div>
      </header>
      <MobileMenu
        brand={brand}
        links={links}
        menu={menu}
        words={words.menus}
        accountLink={accountLink}
        button={button('mt-6 w-full')}
      />
    </>
  )
}
