import { phoneHref } from '@/lib/phone.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Shell } from './types.ts'

/**
 * What a visitor with a phone in the hand came for, always in reach of the thumb: below 768 px only, and not while a field
 * is typed into. Without a number or a booking page it has one button, without both it is not there.
 */
export function PhoneBar({ settings, words }: Pick<Shell, 'settings' | 'words'>) {
  const phone = settings?.contact?.phone
  const { label, url } = settings?.booking ?? {}
  if (!phone && !url) return null
  return (
    <nav aria-label="Call or book" className="phone-bar *:flex-1 *:px-2 *:whitespace-nowrap">
      {phone && (
        <ButtonLink href={phoneHref(phone)} variant="quiet">
          <Icon name="phone" size={18} />
          {words.phoneBar.call}
        </ButtonLink>
      )}
      {url && <ButtonLink href={url}>{label}</ButtonLink>}
    </nav>
  )
}
