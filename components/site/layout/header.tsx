import { ACCOUNT_LINK_ATTRIBUTE, toScriptAttributes } from '../../../lib/dom-contract.ts'
import { SIGN_IN_PATH, SIGN_UP_PATH } from '../../../lib/routes.ts'
import { Search } from '../search/search-dialog.tsx'
import { toBookingActions, ButtonLink } from '../../ui/button-link.tsx'
import { Link } from '../../ui/link.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { Brand } from '../../ui/brand.tsx'
import { getFitClass } from './header-width.ts'
import { MobileMenu, MobileMenuButton } from './mobile-menu.tsx'
import { SolutionsMenu } from './solutions-menu.tsx'
import type { Shell } from '../types/blocks.ts'

export type EntryPage = 'login' | 'register'

type HeaderProps = Pick<Shell, 'brand' | 'settings' | 'labels' | 'menu'> & {
  announcement?: Shell['announcement']
  entry?: EntryPage | undefined
}

function findAction({ entry, settings, labels }: Pick<HeaderProps, 'entry' | 'settings' | 'labels'>) {
  if (entry === 'login') return { href: SIGN_UP_PATH, label: labels.menus.createAccount }
  return entry === undefined ? toBookingActions(settings?.booking)[0] : undefined
}

/** Renders the site header. browser/header.ts and browser/menus.ts add its behavior. */
export function Header({ brand, settings, announcement = null, labels, menu, entry }: HeaderProps) {
  const links = settings?.headerLinks ?? []
  const { signIn, dashboard, createAccount, solutions } = labels.menus
  const action = findAction({ entry, settings, labels })
  const renderButton = (className: string) =>
    action && (
      <ButtonLink href={action.href} className={className}>
        {action.label}
      </ButtonLink>
    )
  const renderAccountLinks = (className = '') => (
    <>
      {/* browser/account-link.ts shows either Sign In or Dashboard. Both reserve the same width, so that the header
          does not shift. */}
      {entry !== 'login' && (
        <a
          href={SIGN_IN_PATH}
          {...toScriptAttributes({ [ACCOUNT_LINK_ATTRIBUTE]: '' })}
          className={`account-link ${className}`}
        >
          <span className="signed-in:invisible">{signIn}</span>
          <span className="signed-out:invisible">{dashboard}</span>
        </a>
      )}
      {entry === undefined && (
        <a href={SIGN_UP_PATH} className={`signed-in:invisible ${className}`}>
          {createAccount}
        </a>
      )}
    </>
  )
  const fitClass = getFitClass({
    brand,
    menu: solutions,
    links,
    account: [...(entry === 'login' ? [] : [[signIn, dashboard]]), ...(entry ? [] : [[createAccount]])],
    button: action?.label,
  })
  return (
    <>
      <AnnouncementBar announcement={announcement} />
      <header className={`site-header print:hidden ${fitClass ?? ''}`}>
        <div className="wrap flex h-18 items-center gap-2">
          <Brand brand={brand} />
          <nav aria-label="Main" className="hidden items-center fits:flex xl:ml-3">
            <SolutionsMenu menu={menu} labels={labels.menus} />
            {links.map(({ _key, label, href }) => (
              <Link key={_key} href={href} className="header-link flex current:mark-current" suppressHydrationWarning>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-1.5">
            {entry === undefined && <Search labels={labels.search} />}
            {renderAccountLinks('header-link hidden fits:grid')}
            {renderButton(`header-button max-sm:hidden${fitClass === 'fits-80' ? '' : ' xl:ml-3'}`)}
            <MobileMenuButton />
          </div>
        </div>
      </header>
      <MobileMenu
        brand={brand}
        links={links}
        menu={menu}
        labels={labels.menus}
        accountLinks={renderAccountLinks()}
        button={renderButton('mt-6 w-full')}
      />
    </>
  )
}
