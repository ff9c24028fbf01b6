import { ClerkProvider } from '@clerk/nextjs'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { appearance } from '@/components/account/appearance.ts'
import { words } from '@/components/account/words.ts'
import { ShellScript } from '@/components/shell/shell-script.tsx'
import { Theme } from '@/components/shell/theme.tsx'
import { accountEnv } from '@/lib/account/environment.ts'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/account-paths.ts'
import { env } from '@/lib/env.ts'
import { pageNonce } from './nonce.ts'
import { NotSetUp } from './not-set-up.tsx'
import './account.css'

export const metadata: Metadata = { robots: { index: false, follow: false } }

/** Everything that knows who is signed in: made for each request, and the one place with Clerk's provider. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const nonce = await pageNonce()
  const account = accountEnv()
  return (
    <Theme nonce={nonce}>
      {account ? (
        <ClerkProvider
          dynamic
          publishableKey={account.publishableKey}
          proxyUrl={account.proxyPath}
          nonce={nonce}
          signInUrl={LOGIN_PATH}
          signUpUrl={REGISTER_PATH}
          signInFallbackRedirectUrl={DASHBOARD_PATH}
          signUpFallbackRedirectUrl={DASHBOARD_PATH}
          afterSignOutUrl={LOGIN_PATH}
          allowedRedirectOrigins={[new URL(env().siteUrl).origin]}
          telemetry={account.proxyPath ? false : undefined}
          appearance={appearance}
          localization={words}
        >
          {children}
        </ClerkProvider>
      ) : (
        <NotSetUp />
      )}
      <ShellScript nonce={nonce} />
    </Theme>
  )
}
