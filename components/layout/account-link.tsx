import { SIGN_IN_PATH } from '../../lib/account-paths.ts'

/**
 * Sign In, or Dashboard for a visitor who looks signed in. Both words take the same place, so nothing moves; the scripts
 * of the shell choose. Not a link of the router: /sign-in is a redirect.
 */
export function AccountLink({ className = '' }: { className?: string }) {
  return (
    <a href={SIGN_IN_PATH} data-account suppressHydrationWarning className={`account ${className}`}>
      <span className="account-out">Sign In</span>
      <span className="account-in">Dashboard</span>
    </a>
  )
}
