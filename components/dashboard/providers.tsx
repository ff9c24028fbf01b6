'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { useAuth, useClerk } from '@clerk/nextjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { LOGIN_PATH } from '@/lib/routes.ts'
import type { SessionClaims } from '@/lib/auth/session-claims.ts'
import { queryClient } from '@/lib/query/client.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { AccountContext } from './account-context.ts'
import { CLERK_ACCOUNT } from './clerk-account.ts'

const SessionContext = createContext<SessionClaims>({ state: 'signed-out' })

/** Who is signed in, as the server saw it when it made the layout: for messages only, access is checked by each page. */
export const useSessionClaims = (): SessionClaims => use(SessionContext)

/**
 * Opens the sign-in form when the session ends while a page is open: signed out in another tab, or ended on another device. It
 * loads a new document, so that no personal data stays in this tab. While Clerk switches the organization, `isSignedIn` can be
 * false for a moment although the client still has the session.
 */
function useLeaveWhenSignedOut(): void {
  const { client } = useClerk()
  const { isLoaded, isSignedIn } = useAuth()
  const ended = isLoaded && !isSignedIn && !client?.signedInSessions.length
  useEffect(() => {
    if (!ended) return
    const here = window.location.pathname + window.location.search
    window.location.replace(`${LOGIN_PATH}?redirect_url=${encodeURIComponent(here)}`)
  }, [ended])
}

/** What the pages of the dashboard need in the browser: the session, the cache of what they read, and messages. */
export function DashboardProviders({ claims, children }: { claims: SessionClaims; children: ReactNode }) {
  useLeaveWhenSignedOut()
  return (
    <SessionContext value={claims}>
      <QueryClientProvider client={queryClient()}>
        {/* The policy of the page refuses them; they hide scrollbars, which may be seen here. */}
        <CSPProvider disableStyleElements>
          <AccountContext value={CLERK_ACCOUNT}>
            <ToastProvider>{children}</ToastProvider>
          </AccountContext>
        </CSPProvider>
      </QueryClientProvider>
    </SessionContext>
  )
}
