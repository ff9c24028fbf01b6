import { Link } from '../ui/link.tsx'
import { Announcement } from './announcement.tsx'
import { Brand } from './brand.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { MobileMenuButton } from './mobile-menu-button.tsx'
import { Solutions } from './solutions.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import type { Shell } from './types.ts'

const linkClass = 'inline-flex min-h-11 items-center rounded-full px-3.5 hover:text-ice transition-colors duration-150'

/** Header of every page; solid and blurred once the page has scrolled. */
export function Header({ brand, settings, menu }: Shell) {
  return (
    <>
      <Announcement announcement={settings?.announcement ?? null} />
      <header className="site-header sticky top-0 z-40">
        <div className="wrap flex h-[4.5rem] items-center gap-4">
          <Brand brand={brand} />
          <nav aria-label="Main" className="ml-6 hidden items-center lg:flex">
            <Solutions menu={menu} />
            {settings?.headerLinks?.map(({ _key, label, href }) => (
              <Link key={_key} href={href} className={linkClass}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-3">
            <ThemeSwitch className="hidden lg:flex" name="theme-header" />
            {settings?.booking?.url && (
              <Link href={settings.booking.url} className="button button-solid hidden sm:inline-flex">
                {settings.booking.label}
              </Link>
            )}
            <MobileMenuButton />
          </div>
        </div>
      </header>
      <MobileMenu settings={settings} menu={menu} brand={brand} />
    </>
  )
}
