import { createHash } from 'node:crypto'
import { DISMISS_ATTRIBUTE, toScriptAttributes } from '../../../lib/dom-contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { Shell } from '../types/blocks.ts'

type Announcement = Pick<NonNullable<Shell['announcement']>, 'text' | 'link'> | null

/**
 * Returns a hash of the text and the link. A new announcement then appears even if the visitor dismissed an earlier
 * one.
 */
export function hashAnnouncement(announcement: Announcement): string | undefined {
  if (!announcement?.text) return undefined
  const content = JSON.stringify([announcement.text, announcement.link?.href])
  return createHash('sha256').update(content).digest('base64url').slice(0, 8)
}

export function AnnouncementBar({ announcement }: { announcement: Announcement }) {
  const id = hashAnnouncement(announcement)
  if (!id || !announcement) return null
  const { text, link } = announcement
  return (
    <aside aria-label="Announcement" className="border-b bg-muted dismissed:hidden print:hidden">
      <div className="wrap flex items-center justify-center gap-2 py-1">
        <p className="py-2 text-center text-note leading-snug">
          {text}{' '}
          {link?.href && (
            <Link href={link.href} className="text-link inline-block py-1 font-medium">
              {link.label}
            </Link>
          )}
        </p>
        <button
          type="button"
          {...toScriptAttributes({ [DISMISS_ATTRIBUTE]: id })}
          aria-label="Dismiss the announcement"
          className="-mr-2.5 grid size-11 flex-none cursor-pointer place-items-center noscript:hidden"
        >
          <Icon name="close" size={18} />
        </button>
      </div>
    </aside>
  )
}
