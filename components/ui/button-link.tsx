import type { ComponentProps } from 'react'
import { getButtonClass, type ButtonVariant } from './button.tsx'
import { Link } from './link.tsx'

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant }

export function ButtonLink({ variant = 'solid', className, ...props }: ButtonLinkProps) {
  return <Link {...props} className={getButtonClass(variant, className)} />
}

export type Action = { _key: string; label: string | null; href: string | null }

type Booking = { label: string | null; url: string | null } | null | undefined

export const toBookingActions = (booking: Booking): Action[] =>
  booking?.url ? [{ _key: 'booking', label: booking.label, href: booking.url }] : []

export function Actions({ actions, className = '' }: { actions: Action[] | null; className?: string }) {
  if (!actions?.length) return null
  return (
    <div className={`flex flex-wrap gap-3 max-sm:*:w-full ${className}`}>
      {actions.map(({ _key, label, href }, index) => (
        <ButtonLink key={_key} href={href} variant={index === 0 ? 'solid' : 'quiet'}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}
