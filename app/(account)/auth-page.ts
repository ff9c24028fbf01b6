import 'server-only'
import { auth } from '@clerk/nextjs/server'
import { redirect } from 'next/navigation'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { parseRequestedPage } from '@/lib/platform/auth/redirects.ts'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'

export type AuthPageProps = {
  params: Promise<{ rest?: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Returns false if Clerk's middleware did not run and `auth()` throws. The form then checks the session itself. */
const isSignedIn = async (): Promise<boolean> =>
  auth().then(
    ({ userId }) => userId !== null,
    (error: unknown) => {
      log.warn({ err: error }, 'clerk: middleware did not run')
      return false
    },
  )

const hasTicket = (query: Awaited<AuthPageProps['searchParams']>) =>
  Object.keys(query).some((name) => name.startsWith('__clerk'))

export const isInvited = async ({ searchParams }: AuthPageProps): Promise<boolean> => hasTicket(await searchParams)

/** Redirects signed-in users to their destination, unless they are accepting an invitation. */
export async function redirectSignedIn({ params, searchParams }: AuthPageProps): Promise<void> {
  const [{ rest = [] }, query] = await Promise.all([params, searchParams])
  if (rest.length > 0 || hasTicket(query) || !(await isSignedIn())) return
  redirect(parseRequestedPage(query, env().siteUrl) ?? DASHBOARD_PATH)
}
