import { isFictionalPhone, buildPhoneHref } from '@/lib/values/phone.ts'
import { SAMPLE_CALL_HREF } from '@/lib/routes.ts'
import { stegaClean } from 'next-sanity'
import { type Action, toBookingActions, ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Shell } from '../types/blocks.ts'

type CallOrListenProps = { phone: string; labels: { call: string; hear: string }; variant?: 'quiet' }

/** Renders a link that calls the phone number. If the number is fictional, the link plays a sample call instead. */
export function CallOrListen({ phone, labels, variant }: CallOrListenProps) {
  const isSample = isFictionalPhone(phone)
  return (
    <ButtonLink href={isSample ? SAMPLE_CALL_HREF : buildPhoneHref(phone)} {...(variant && { variant })}>
      <Icon name={isSample ? 'play' : 'phone'} size={18} />
      {isSample ? labels.hear : labels.call}
    </ButtonLink>
  )
}

type PhoneBarProps = Pick<Shell, 'settings' | 'labels'> & {
  /**
   * Actions at the end of the page. The bar shows the booking action if it is one of them, otherwise the first action.
   */
  actions?: Action[] | undefined
}

/**
 * Renders the call and booking buttons below 768 px. CSS hides the bar while a field has the focus. If the number is
 * fictional, the bar offers the sample call, but only next to the booking button. Renders nothing if there is neither a
 * number nor an action.
 */
export function PhoneBar({ settings, labels, actions }: PhoneBarProps) {
  const phone = stegaClean(settings?.contact?.phone)
  const [booking] = toBookingActions(settings?.booking)
  const hasBookingAction = actions?.some(({ href }) => href === booking?.href)
  const primaryAction = hasBookingAction ? booking : (actions?.[0] ?? booking)
  const number = phone && isFictionalPhone(phone) && primaryAction !== booking ? undefined : phone
  if (!number && !primaryAction) return null
  return (
    <nav aria-label="Call or book" className="phone-bar">
      {number && <CallOrListen phone={number} labels={labels.phoneBar} variant="quiet" />}
      {primaryAction && <ButtonLink href={primaryAction.href}>{primaryAction.label}</ButtonLink>}
    </nav>
  )
}
