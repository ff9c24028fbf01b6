import 'server-only'
import { auth } from '@clerk/nextjs/server'
import { redirect } from 'next/navigation'
import { pageAskedFor } from '@/lib/account/redirects.ts'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'

export type EntryProps = {
  params: Promise<{ rest?: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Without the middleware nobody has looked who asks, and the form finds out by itself. */
const isSignedIn = async (): Promise<boolean> =>
  auth().then(
    ({ userId }) => userId !== null,
    (error: unknown) => {
      log.warn({ err: error }, 'Nobody has looked who asks for a form of the account')
      return false
    },
  )

/** Sends on who is signed in already, unless they come to accept an invitation. */
export async function sendOnWhoIsSignedIn({ params, searchParams }: EntryProps): Promise<void> {
  const [{ rest = [] }, query] = await Promise.all([params, searchParams])
  const isTicket = Object.keys(query).some((name) => name.startsWith('__clerk'))
  if (rest.length > 0 || isTicket || !(await isSignedIn())) return
  redirect(pageAskedFor(query, env().siteUrl) ?? DASHBOARD_PATH)
}
