import { type ClerkClient, createClerkClient } from '@clerk/backend'
import { isClerkAPIResponseError } from '@clerk/backend/errors'
import { getAccountEnv } from '../environment.ts'

const NOT_FOUND = 404

let client: ClerkClient | undefined

/** Returns the Clerk Backend API client. @throws if sign-in is off */
export function getClerk(): ClerkClient {
  const account = getAccountEnv()
  if (!account) throw new Error('Clerk is not configured')
  client ??= createClerkClient({
    publishableKey: account.publishableKey,
    secretKey: account.secretKey,
    apiUrl: process.env.CLERK_API_URL || undefined,
  })
  return client
}

export async function ignoreNotFound<Found>(pending: Promise<Found>): Promise<Found | undefined> {
  try {
    return await pending
  } catch (error) {
    if (isClerkAPIResponseError(error) && error.status === NOT_FOUND) return undefined
    throw error
  }
}
