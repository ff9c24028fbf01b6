import NextLink from 'next/link'
import { AREAS } from '@/lib/auth/access-table.ts'
import { Icon } from '../../ui/icon.tsx'

/** From a page below the list of calls, to the list. */
export function BackToCalls() {
  return (
    <NextLink href={AREAS.calls.path} prefetch={false} className="call-back">
      <Icon name="back" size={16} />
      {AREAS.calls.label}
    </NextLink>
  )
}
