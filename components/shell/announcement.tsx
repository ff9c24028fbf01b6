import { Link } from '../ui/link.tsx'
import type { Shell } from './types.ts'

type Props = { announcement: NonNullable<Shell['settings']>['announcement'] }

/** One line above the header, when an editor has turned it on. */
export function Announcement({ announcement }: Props) {
  if (!announcement?.enabled || !announcement.text) return null
  return (
    <p className="border-b border-line bg-sunken px-5 py-2 text-center text-[0.9375rem]">
      {announcement.text}{' '}
      {announcement.link?.href && (
        <Link href={announcement.link.href} className="text-link inline-block py-1 font-medium">
          {announcement.link.label}
        </Link>
      )}
    </p>
  )
}
