'use client'

import { ClerkProvider } from '@clerk/nextjs'
import { usePathname } from 'next/navigation'
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { appearance } from './appearance.ts'
import { createLazyClerkUi } from './lazy-clerk-ui.ts'

const isBrowser = typeof document !== 'undefined'

/**
 * CSP nonce of the current document, if it has one. The module reads the nonce at startup, before a later response
 * changes the document.
 */
const documentNonce = isBrowser ? [...document.scripts].find((script) => script.nonce)?.nonce : undefined

const localization: ComponentProps<typeof ClerkProvider>['localization'] = {
  formFieldLabel__emailAddress: 'Email address',
  formFieldInputPlaceholder__emailAddress: 'you@yourcompany.com',
  formFieldInputPlaceholder__signUpPassword: 'At least 8 characters',
  signIn: { start: { actionText: 'No account yet?', actionLink: 'Create account' } },
  signUp: { start: { actionText: 'Already have an account?', actionLink: 'Sign In' } },
}

type Props = {
  nonce: string | undefined
  publishableKey: string
  /** Path on this site that proxies Clerk. Undefined if the browser calls Clerk directly. */
  proxyPath: string | undefined
  siteUrl: string
  children: ReactNode
}

export function AccountProvider({ nonce, publishableKey, proxyPath, siteUrl, children }: Props) {
  const effectiveNonce = isBrowser ? documentNonce : nonce
  // After a client-side redirect from a public page, the document keeps that page's CSP. It blocks Clerk's scripts and
  // styles.
  const isNonceMissing = nonce !== undefined && effectiveNonce === undefined
  useLayoutEffect(() => {
    if (isNonceMissing) window.location.reload()
  }, [isNonceMissing])
  const [ClerkUI] = useState(() => createLazyClerkUi({ publishableKey, proxyUrl: proxyPath, nonce: effectiveNonce }))
  const isDashboard = usePathname().startsWith(DASHBOARD_PATH)
  if (isNonceMissing) return null
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      proxyUrl={proxyPath}
      nonce={effectiveNonce}
      ui={{ ClerkUI }}
      prefetchUI={isDashboard ? false : undefined}
      signInUrl={LOGIN_PATH}
      signUpUrl={REGISTER_PATH}
      signInFallbackRedirectUrl={DASHBOARD_PATH}
      signUpFallbackRedirectUrl={DASHBOARD_PATH}
      afterSignOutUrl={LOGIN_PATH}
      allowedRedirectOrigins={[new URL(siteUrl).origin]}
      telemetry={proxyPath ? false : undefined}
      appearance={appearance}
      localization={localization}
    >
      {/* Without this element, Clerk's OTP input inserts its own style element without the nonce. The rules are in
          account.css. */}
      <div hidden>
        {/* HTML allows a style sheet in the body only as the first child of its parent. */}
        <style id="input-otp-style" nonce={effectiveNonce} />
      </div>
      {children}
    </ClerkProvider>
  )
}
