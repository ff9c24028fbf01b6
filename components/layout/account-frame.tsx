import { Link } from '../ui/link.tsx'
import { Brand } from './brand.tsx'
import { AccountLink } from './header.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import type { Shell } from './types.ts'

/** The last column of the footer, which has the legal texts. */
export const legalLinks = (settings: Shell['settings']) => settings?.footerColumns?.at(-1)?.links ?? []

type AccountHeaderProps = Pick<Shell, 'brand' | 'words'> & {
  /** On the page to sign in the form leads to a new account; elsewhere the header leads back to signing in. */
  isLogin: boolean
}

/** Header of the pages that lead into the account: the brand, and the way to sign in. */
export function AccountHeader({ brand, words, isLogin }: AccountHeaderProps) {
  return (
    <header className="site-header print:hidden">
      <div className="wrap flex h-18 items-center justify-between gap-4">
        <Brand brand={brand} />
        {!isLogin && (
          <AccountLink words={words.menus} className="header-link -mr-1.75 grid font-medium *:justify-self-end" />
        )}
      </div>
    </header>
  )
}

/** Footer of these pages: what is legal, whom to write to, and the theme. */
export function AccountFooter({ brand, settings }: Pick<Shell, 'brand' | 'settings'>) {
  const email = settings?.contact?.email
  const link = 'inline-flex min-h-11 items-center hover:text-foreground'
  return (
    <footer className="border-t print:hidden">
      <div className="wrap label flex flex-wrap items-center gap-x-4 py-3 lg:gap-x-8 text-muted-foreground">
        <span>© {brand}</span>
        {legalLinks(settings).map(({ _key, href, label }) => (
          <Link key={_key} href={href} className={link}>
            {label}
          </Link>
        ))}
        {email && (
          <Link href={`mailto:${email}`} className={link}>
            {email}
          </Link>
        )}
        <div className="sm:ml-auto">
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
