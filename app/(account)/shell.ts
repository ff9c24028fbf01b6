import 'server-only'
import { stegaClean } from 'next-sanity'
import { draftMode, headers } from 'next/headers'
import type { Help } from '@/components/account/notice.tsx'
import { NONCE_HEADER } from '@/lib/auth/request-headers.ts'
import { log } from '@/lib/log/log.ts'
import { getLowestPlan, getShell, NO_SHELL } from '../(site)/site-data.ts'

/** Nonce of the policy under which this page is answered; undefined without one. */
export const pageNonce = async (): Promise<string | undefined> => (await headers()).get(NONCE_HEADER) ?? undefined

type Shell = Awaited<ReturnType<typeof getShell>>

let last: Shell | undefined

/**
 * What header and footer show. Pages of the account are not stored: while the content cannot be read they show what they
 * showed last, or next to nothing, so that people can sign in all the same.
 */
export async function getAccountShell(): Promise<Shell> {
  const { isEnabled } = await draftMode()
  try {
    const shell = await getShell()
    if (!isEnabled) last = shell
    return shell
  } catch (error) {
    log.warn({ err: error }, 'The account is shown with an earlier header and footer')
    return last ?? NO_SHELL
  }
}

/** The plan that costs least a month; null while the content cannot be read. */
export const getAccountPrice = (): ReturnType<typeof getLowestPlan> =>
  getLowestPlan().catch((error: unknown) => {
    log.warn({ err: error }, 'The registration is shown without a price')
    return null
  })

/** How people who cannot sign in reach somebody. */
export async function getHelp(): Promise<Help> {
  const { settings } = await getAccountShell()
  return {
    phone: stegaClean(settings?.contact?.phone) ?? null,
    email: stegaClean(settings?.contact?.email) ?? null,
  }
}
