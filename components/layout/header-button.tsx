import { SIGN_UP_PATH } from '../../lib/account-paths.ts'
import { Link } from '../ui/link.tsx'
import type { Shell } from './types.ts'

/** Which page the header stands on, as far as that changes it: who signs in or registers is asked for nothing else. */
export type HeaderVariant = 'site' | 'login' | 'register'

type Props = {
  booking: NonNullable<Shell['settings']>['booking'] | undefined
  variant: HeaderVariant
  className?: string
}

/** The one button of the header: a demo; on the login page the way to an account; none on the register page. */
export function HeaderButton({ booking, variant, className = '' }: Props) {
  if (variant === 'register') return null
  if (variant === 'login') {
    return (
      <a href={SIGN_UP_PATH} className={`button button-solid ${className}`}>
        Create an account
      </a>
    )
  }
  if (!booking?.url) return null
  return (
    <Link href={booking.url} className={`button button-solid ${className}`}>
      {booking.label}
    </Link>
  )
}
