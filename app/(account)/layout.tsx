import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider.tsx'
import { ShellScript } from '@/components/layout/shell-script.tsx'
import { Theme } from '@/components/layout/theme.tsx'
import { accountEnv } from '@/lib/auth/environment.ts'
import { env } from '@/lib/env.ts'
import { pageNonce } from './shell.ts'
import { NotSetUp } from './auth-shell.tsx'
import './account.css'

export const metadata: Metadata = { robots: { index: false, follow: false } }

/** Everything that knows who is signed in: made for each request, and the one place with Clerk's provider. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const nonce = await pageNonce()
  const account = accountEnv()
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
