'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { useAuth, useClerk } from '@clerk/nextjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { LOGIN_PATH } from '@/lib/routes.ts'
import type { SessionClaims } from '@/lib/platform/auth/session-claims.ts'
import { getQueryClient } from '@/lib/dashboard/query/client.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { AccountContext } from './account-context.ts'
import { CLERK_ACCOUNT } from './clerk-account.ts'

const SessionContext = createContext<SessionClaims>({ state: 'signed-out' })

/**
 * Returns the session claims at the time of the layout's render. Use them for UI text only; each page checks access.
 */
export const useSessionClaims = (): SessionClaims => use(SessionContext)

/**
 * Opens the sign-in form when the session ends in another tab or on another device. A full document load ensures that
 * no personal data stays in the tab. During an organization switch `isSignedIn` is briefly false, but the client still
 * has the session.
 */
function useRedirectWhenSignedOut(): void {
  const { client } = useClerk()
  const { isLoaded, isSignedIn } = useAuth()
  const isSessionEnded = isLoaded && !isSignedIn && !client?.signedInSessions.length
  useEffect(() => {
    if (!isSessionEnded) return
    const currentPath = window.location.pathname + window.location.search
    window.location.replace(`${LOGIN_PATH}?redirect_url=${encodeURIComponent(currentPath)}`)
  }, [isSessionEnded])
}

export function DashboardProviders({ claims, children }: { claims: SessionClaims; children: ReactNode }) {
  useRedirectWhenSignedOut()
  return (
    <SessionContext value={claims}>
      <QueryClientProvider client={getQueryClient()}>
        {/* Base UI's style elements only hide scrollbars. They violate the CSP and are not needed. */}
        <CSPProvider disableStyleElements>
          <AccountContext value={CLERK_ACCOUNT}>
            <ToastProvider>{children}</ToastProvider>
          </AccountContext>
        </CSPProvider>
      </QueryClientProvider>
    </SessionContext>
  )
}
