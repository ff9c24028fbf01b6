import { getButtonClass } from '@/components/ui/button.tsx'
import type { Metadata } from 'next'
import { AuthCard } from '@/components/account/auth-card.tsx'
import { Notice } from '@/components/account/notice.tsx'
import { ShellScript } from '@/components/site/layout/page-scripts.tsx'
import { Theme } from '@/components/site/layout/theme.tsx'
import { AuthShell } from '../../(account)/auth-shell.tsx'
import { getHelp, getNonce } from '../../(account)/shell.ts'

export const metadata: Metadata = { title: 'Sign-in unavailable', robots: { index: false, follow: false } }

/** Link with an empty `href`, which reloads the current URL. */
const retryButton = (
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty href reloads the current URL
  <a href="" className={getButtonClass('solid')}>
    Try again
  </a>
)

/**
 * Replaces account pages if Clerk is unreachable. Renders without ClerkProvider, because Clerk's scripts would not
 * load.
 */
export default async function Unavailable() {
  const nonce = await getNonce()
  return (
    <Theme nonce={nonce}>
      <AuthShell>
        <AuthCard heading="We can’t sign you in right now">
          <Notice label="Sign-in is down" heading="Try again in a minute" action={retryButton} help={await getHelp()}>
            <p>Our sign-in service isn’t responding. Your data is safe, and the rest of this site works.</p>
          </Notice>
        </AuthCard>
      </AuthShell>
      <ShellScript nonce={nonce} />
    </Theme>
  )
}
