import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider.tsx'
import { ShellScript } from '@/components/site/layout/page-scripts.tsx'
import { Theme } from '@/components/site/layout/theme.tsx'
import { getAccountEnv } from '@/lib/platform/auth/environment.ts'
import { env } from '@/lib/platform/env/env.ts'
import { getNonce } from './shell.ts'
import { NotSetUp } from './auth-shell.tsx'
import './account.css'

export const metadata: Metadata = { robots: { index: false, follow: false } }

/** Renders per request. Only this layout contains Clerk's provider. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const nonce = await getNonce()
  const account = getAccountEnv()
  return (
    <Theme nonce={nonce}>
      {account ? (
        <AccountProvider
          nonce={nonce}
          publishableKey={account.publishableKey}
          proxyPath={account.proxyPath}
          siteUrl={env().siteUrl}
        >
          {children}
        </AccountProvider>
      ) : (
        <NotSetUp />
      )}
      <ShellScript nonce={nonce} />
    </Theme>
  )
}
