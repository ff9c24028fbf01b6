'use client'

import { ClerkProvider } from '@clerk/nextjs'
import { type ReactNode, useLayoutEffect } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { appearance } from './appearance.ts'
import { documentNonce } from './document-nonce.ts'
import { words } from './words.ts'

type Props = {
  /** Of the answer that this was rendered for, which is not always a document. */
  nonce: string | undefined
  publishableKey: string
  /** Path of this site under which the browser reaches Clerk; undefined when it goes there itself. */
  proxyPath: string | undefined
  siteUrl: string
  children: ReactNode
}

/**
 * Clerk's provider, with what does not change while a document is open. The server makes the layout anew after signing in
 * and on every change of session, each time with another nonce; Clerk's styles must keep the one of the document.
 */
export function AccountProvider({ nonce, publishableKey, proxyPath, siteUrl, children }: Props) {
  const ownNonce = documentNonce(nonce)
  // Reached from a public page by a redirect: its document has a policy under which Clerk's parts do not work.
  const isElsewhere = nonce !== undefined && ownNonce === undefined
  useLayoutEffect(() => {
    if (isElsewhere) window.location.reload()
  }, [isElsewhere])
  if (isElsewhere) return null
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      proxyUrl={proxyPath}
      nonce={ownNonce}
      signInUrl={LOGIN_PATH}
      signUpUrl={REGISTER_PATH}
      signInFallbackRedirectUrl={DASHBOARD_PATH}
      signUpFallbackRedirectUrl={DASHBOARD_PATH}
      afterSignOutUrl={LOGIN_PATH}
      allowedRedirectOrigins={[new URL(siteUrl).origin]}
      telemetry={proxyPath ? false : undefined}
      appearance={appearance}
      localization={words}
    >
      {/* Clerk's field for a code adds an element of this id without the nonce unless there is one; its rules are in account.css. */}
      <style id="input-otp-style" nonce={ownNonce} />
      {children}
    </ClerkProvider>
  )
}
