import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { accountEnv } from '../account/environment.ts'
import { env } from '../env.ts'
import { type Facts, SIGNED_OUT } from './facts.ts'
import { factsFrom } from './token.ts'

/**
 * Who sent the request that is being answered; looked at once a request. Asks no service, so that a page is shown while
 * Clerk is down (unless CLERK_JWT_KEY is not set: then Clerk is asked for it now and then).
 */
export const currentFacts = cache(async (): Promise<Facts> => {
  const account = accountEnv()
  if (!account) return SIGNED_OUT
  const { publishableKey, secretKey, jwtKey } = account
  return factsFrom(await headers(), {
    publishableKey,
    secretKey,
    jwtKey,
    apiUrl: process.env.CLERK_API_URL || undefined,
    siteUrl: new URL(env().siteUrl).origin,
  })
})
