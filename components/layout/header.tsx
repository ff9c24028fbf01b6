import { ACCOUNT_LINK, scripted } from '../../lib/dom-contract.ts'
import { SIGN_IN_PATH, SIGN_UP_PATH } from '../../lib/routes.ts'
import { Search } from '../search/search-dialog.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Link } from '../ui/link.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { Brand } from './brand.tsx'
import { headerFits } from './header-width.ts'
import { MobileMenu, MobileMenuButton } from './mobile-menu.tsx'
import { SolutionsMenu } from './solutions-menu.tsx'
import type { Shell } from './types.ts'

type MenuWords = Shell['words']['menus']

/** Pages that lead into the account. */
export type EntryPage = 'login' | 'register'

/**
 * Sign In, or Dashboard for a visitor who looks signed in: browser/account-link.ts chooses. Both words take the same place,
 * so nothing moves.
 */
function AccountLink({ words, className = '' }: { words: MenuWords; className?: string | undefined }) {
  return (
    <a href={SIGN_IN_PATH} {...scripted({ [ACCOUNT_LINK]: '' })} className={`account-link ${className}`}>
      <span className="signed-in:invisible">{words.signIn}</span>
      <span className="signed-out:invisible">{words.dashboard}</span>
    </a>
  )
}

type HeaderProps = Pick<Shell, 'brand' | 'settings' | 'words' | 'menu'> & {
  announcement?: Shell['announcement']
  /** On the login page a button to register replaces Sign In and the demo button; on the register page the latter is hidden. */
  entry?: EntryPage | undefined
}

type Booking = NonNullable<Shell['settings']>['booking']

/** The button at the end of the header; undefined without one. */
function findAction(
  entry: EntryPage | undefined,
  { booking, createAccount }: { booking: Booking | undefined; createAccount: string },
): { url: string; label: string | null } | undefined {
  if (entry === 'login') return { url: SIGN_UP_PATH, label: createAccount }
  return entry === undefined && booking?.url ? { url: booking.url, label: booking.label } : undefined
}

/**
 * Header of every page with its menus: transparent at the top, solid and blurred once the page has scrolled, and in
 * one line on every screen. What it does in the browser is in browser/header.ts and browser/menus.ts.
 */
export function Header({ brand, settings, announcement = null, words, menu, entry }: HeaderProps) {
  const links = settings?.headerLinks ?? []
  const { signIn, dashboard, createAccount, solutions } = words.menus
  const action = findAction(entry, { booking: settings?.booking, createAccount })
  const button = (className: string) =>
    action && (
      <ButtonLink href={action.url} className={className}>
        {action.label}
      </ButtonLink>
    )
  const accountLinks = (className?: string) => (
    <>
      {entry !== 'login' && <AccountLink words={words.menus} className={className} />}
      {entry === undefined && (
        <a href={SIGN_UP_PATH} className={`signed-in:invisible ${className ?? ''}`}>
          {createAccount}
        </a>
      )}
    </>
  )
  const fits = headerFits({
    brand,
    menu: solutions,
    links,
    account: [...(entry === 'login' ? [] : [[signIn, dashboard]]), ...(entry ? [] : [[createAccount]])],
    button: action?.label,
  })
  return (
    <>
      <AnnouncementBar announcement={announcement} />
      <header className={`site-header print:hidden ${fits ?? ''}`}>
        <div className="wrap flex h-18 items-center gap-2">
          <Brand brand={brand} />
          <nav aria-label="Main" className="hidden items-center fits:flex xl:ml-3">
            <SolutionsMenu menu={menu} words={words.menus} />
            {links.map(({ _key, label, href }) => (
              <Link key={_key} href={href} className="header-link flex current:mark-current" suppressHydrationWarning>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-1.5">
            {entry === undefined && <Search words={words.search} />}
            {accountLinks('header-link hidden fits:grid')}
            {button(`header-button max-sm:hidden${fits === 'fits-80' ? '' : ' xl:ml-3'}`)}
            <MobileMenuButton />
          </div>
        </div>
      </header>
      <MobileMenu
        brand={brand}
        links={links}
        menu={menu}
        words={words.menus}
        accountLinks={accountLinks()}
        button={button('mt-6 w-full')}
      />
    </>
  )
}
