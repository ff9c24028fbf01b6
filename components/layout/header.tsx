import { Link } from '../ui/link.tsx'
import { AccountLink } from './account-link.tsx'
import { Announcement } from './announcement.tsx'
import { Brand } from './brand.tsx'
import { HeaderButton, type HeaderVariant } from './header-button.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { MobileMenuButton } from './mobile-menu-button.tsx'
import { Solutions } from './solutions.tsx'
import type { Shell } from './types.ts'

const linkClass = 'min-h-11 items-center rounded-full px-3.5 hover:text-ice transition-colors duration-150'

type HeaderProps = Pick<Shell, 'brand' | 'settings' | 'menu'> & { variant?: HeaderVariant }

/** Header of every page: transparent at the top, solid and blurred once the page has scrolled. */
export function Header({ brand, settings, menu, variant = 'site' }: HeaderProps) {
  return (
    <>
      <Announcement announcement={settings?.announcement ?? undefined} />
      <header className="site-header sticky top-0 z-40">
        <div className="wrap flex h-[4.5rem] items-center gap-4">
          <Brand brand={brand} />
          <nav aria-label="Main" className="ml-4 hidden items-center lg:flex">
            <Solutions menu={menu} />
            {settings?.headerLinks?.map(({ _key, label, href }) => (
              <Link key={_key} href={href} className={`inline-flex ${linkClass}`}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-3">
            {variant !== 'login' && (
              <AccountLink className={`hidden justify-items-center lg:inline-grid ${linkClass}`} />
            )}
            <HeaderButton booking={settings?.booking ?? undefined} variant={variant} className="max-sm:hidden" />
            <MobileMenuButton />
          </div>
        </div>
      </header>
      <MobileMenu brand={brand} settings={settings} menu={menu} variant={variant} />
    </>
  )
}
