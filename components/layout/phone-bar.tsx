import { isFictional, phoneHref } from '@/lib/phone.ts'
import { HEAR_CALL_HREF } from '@/lib/routes.ts'
import { stegaClean } from 'next-sanity'
import { type Action, bookingAction, ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Shell } from './types.ts'

function CallOrHear({ phone, words }: { phone: string; words: Shell['words']['phoneBar'] }) {
  const isSample = isFictional(phone)
  return (
    <ButtonLink href={isSample ? HEAR_CALL_HREF : phoneHref(phone)} variant="quiet">
      <Icon name={isSample ? 'play' : 'phone'} size={18} />
      {isSample ? words.hear : words.call}
    </ButtonLink>
  )
}

type PhoneBarProps = Pick<Shell, 'settings' | 'words'> & {
  /** What the page asks for at its end: the first of them is in the bar unless one of them is the booking page. */
  actions?: Action[] | undefined
}

/**
 * What a visitor with a phone in the hand came for, always in reach of the thumb: below 768 px only, and not while a field
 * is typed into. A number that is a sample reaches nobody: a sample call is heard instead, where the page asks for the demo.
 * Without a number or a booking page it has one button, without both it is not there.
 */
export function PhoneBar({ settings, words, actions }: PhoneBarProps) {
  const phone = stegaClean(settings?.contact?.phone)
  const [booking] = bookingAction(settings?.booking)
  const offersBooking = actions?.some(({ href }) => href === booking?.href)
  const asked = offersBooking ? booking : (actions?.[0] ?? booking)
  // A sample call says nothing of what else a page may ask for.
  const number = phone && isFictional(phone) && asked !== booking ? undefined : phone
  if (!number && !asked) return null
  return (
    <nav aria-label="Call or book" className="phone-bar">
      {number && <CallOrHear phone={number} words={words.phoneBar} />}
      {asked && <ButtonLink href={asked.href}>{asked.label}</ButtonLink>}
    </nav>
  )
}
