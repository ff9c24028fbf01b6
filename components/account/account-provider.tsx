'use client'

import { ClerkProvider } from '@clerk/nextjs'
import { usePathname } from 'next/navigation'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { appearance } from './appearance.ts'
import { localization } from './localization.ts'
import { uiWhenShown } from './ui-when-shown.ts'

const inBrowser = typeof document !== 'undefined'

/** Read when the first page's scripts run, before a later answer of the server changes the document. */
const nonce = inBrowser ? [...document.scripts].find((script) => script.nonce)?.nonce : undefined

/**
 * The nonce in the policy of the open document.
 * @param given nonce of the answer that is being rendered, which on the server is the document
 * @returns undefined in a document without one
 */
const documentNonce = (given: string | undefined): string | undefined => (inBrowser ? nonce : given)

type Props = {
  /** Of the answer that this was rendered for: a document, or a part of one. */
  nonce: string | undefined
  publishableKey: string
  /** Path of this site under which the browser reaches Clerk; undefined when it goes there itself. */
  proxyPath: string | undefined
  siteUrl: string
  children: ReactNode
}

/**
 * Clerk's provider. The server renders the layout again after every change of session, each time with another nonce; Clerk's
 * styles need the one of the open document.
 */
export function AccountProvider({ nonce, publishableKey, proxyPath, siteUrl, children }: Props) {
  const ownNonce = documentNonce(nonce)
  // A redirect from a public page keeps its document, whose policy does not allow Clerk's scripts and styles.
  const isElsewhere = nonce !== undefined && ownNonce === undefined
  useLayoutEffect(() => {
    if (isElsewhere) window.location.reload()
  }, [isElsewhere])
  const [ClerkUI] = useState(() => uiWhenShown({ publishableKey, proxyUrl: proxyPath, nonce: ownNonce }))
  const isDashboard = usePathname().startsWith(DASHBOARD_PATH)
  if (isElsewhere) return null
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      proxyUrl={proxyPath}
      nonce={ownNonce}
      ui={{ ClerkUI }}
      // The forms are all that their pages are for.
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
      {/* Clerk's field for a code adds an element of this id without the nonce unless there is one; its rules are in account.css. */}
      <div hidden>
        {/* HTML has a style sheet in the body only where it is the first child of its parent. */}
        <style id="input-otp-style" nonce={ownNonce} />
      </div>
      {children}
    </ClerkProvider>
  )
}
