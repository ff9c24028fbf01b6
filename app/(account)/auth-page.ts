import 'server-only'
import { auth } from '@clerk/nextjs/server'
import { redirect } from 'next/navigation'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { requestedPage } from '@/lib/auth/redirects.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'

export type AuthPageProps = {
  params: Promise<{ rest?: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Clerk's own view, as its form sees it; it throws without the middleware, and then the form finds out by itself. */
const isSignedIn = async (): Promise<boolean> =>
  auth().then(
    ({ userId }) => userId !== null,
    (error: unknown) => {
      log.warn({ err: error }, 'A form of the account was asked for without the middleware')
      return false
    },
  )

const isTicket = (query: Awaited<AuthPageProps['searchParams']>) =>
  Object.keys(query).some((name) => name.startsWith('__clerk'))

/** Whether somebody comes by the link of an invitation. */
export const isInvited = async ({ searchParams }: AuthPageProps): Promise<boolean> => isTicket(await searchParams)

/** Sends people who are signed in on to where they want to go, unless they come to accept an invitation. */
export async function redirectSignedIn({ params, searchParams }: AuthPageProps): Promise<void> {
  const [{ rest = [] }, query] = await Promise.all([params, searchParams])
  if (rest.length > 0 || isTicket(query) || !(await isSignedIn())) return
  redirect(requestedPage(query, env().siteUrl) ?? DASHBOARD_PATH)
}
