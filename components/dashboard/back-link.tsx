import { AREAS, type AreaName } from '@/lib/auth/access-table.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Icon } from '../ui/icon.tsx'

/** From a page below a list or the settings, to all of them. */
export function BackLink({ area, className = '' }: { area: AreaName; className?: string }) {
  const { path, label } = AREAS[area]
  return (
    <AppLink
      href={path}
      className={`-mt-3 -ml-1 inline-flex min-h-11 items-center gap-1 text-muted-foreground hover:text-foreground ${className}`}
    >
      <Icon name="back" size={16} />
      {label}
    </AppLink>
  )
}
