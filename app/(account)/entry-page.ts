import 'server-only'
import { auth } from '@clerk/nextjs/server'
import { redirect } from 'next/navigation'
import { ownRedirects } from '@/lib/account/redirects.ts'
import { DASHBOARD_PATH } from '@/lib/account-paths.ts'
import { env } from '@/lib/env.ts'

export type EntryProps = {
  params: Promise<{ rest?: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Who is signed in needs no form; without the middleware nobody has looked, and the form finds out by itself. */
const isSignedIn = async (): Promise<boolean> =>
  auth().then(
    ({ userId }) => userId !== null,
    () => false,
  )

/**
 * Sends on who is signed in and does not accept an invitation, and takes every address out of the query that would lead away from this site afterwards.
 * @param path of the page, without a query
 */
export async function enter(path: string, { params, searchParams }: EntryProps): Promise<void> {
  const [{ rest = [] }, query] = await Promise.all([params, searchParams])
  const { kept, isChanged, target } = ownRedirects(query, env().siteUrl)
  const isTicket = Object.keys(query).some((name) => name.startsWith('__clerk'))
  if (rest.length === 0 && !isTicket && (await isSignedIn())) redirect(target ?? DASHBOARD_PATH)
  if (isChanged) redirect([[path, ...rest].join('/'), kept].filter(Boolean).join('?'))
}
