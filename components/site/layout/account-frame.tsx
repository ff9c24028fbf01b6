import { Link } from '../../ui/link.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import type { Shell } from '../types/blocks.ts'

export const getLegalLinks = (settings: Shell['settings']) => settings?.footerColumns?.at(-1)?.links ?? []

export function AccountFooter({ brand, settings }: Pick<Shell, 'brand' | 'settings'>) {
  const email = settings?.contact?.email
  const link = 'inline-flex min-h-11 items-center hover:text-foreground'
  return (
    <footer className="border-t print:hidden">
      <div className="wrap label flex flex-wrap items-center gap-x-4 py-3 lg:gap-x-8 text-muted-foreground">
        <span>© {brand}</span>
        {getLegalLinks(settings).map(({ _key, href, label }) => (
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
