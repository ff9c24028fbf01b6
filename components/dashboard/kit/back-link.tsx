import NextLink from 'next/link'
import { AREAS, type AreaName } from '@/lib/auth/access-table.ts'
import { Icon } from '../../ui/icon.tsx'

/** From a page below a list, to the list. */
export function BackLink({ area }: { area: AreaName }) {
  const { path, label } = AREAS[area]
  return (
    <NextLink href={path} prefetch={false} className="kit-back">
      <Icon name="back" size={16} />
      {label}
    </NextLink>
  )
}
