import 'server-only'
import { stegaClean } from 'next-sanity'
import { draftMode, headers } from 'next/headers'
import type { Help } from '@/components/account/notice.tsx'
import { NONCE_HEADER } from '@/lib/platform/auth/request-headers.ts'
import { log } from '@/lib/platform/log/log.ts'
import { getLowestPlan, getShell, NO_SHELL } from '../(site)/site-data.ts'

export const getNonce = async (): Promise<string | undefined> => (await headers()).get(NONCE_HEADER) ?? undefined

type Shell = Awaited<ReturnType<typeof getShell>>

let lastShell: Shell | undefined

/**
 * Returns the header and footer content. If the content is unavailable, returns the last known or a minimal version, so
 * that users can still sign in.
 */
export async function getAccountShell(): Promise<Shell> {
  const { isEnabled } = await draftMode()
  try {
    const shell = await getShell()
    if (!isEnabled) lastShell = shell
    return shell
  } catch (error) {
    log.warn({ err: error }, 'account: header and footer unavailable')
    return lastShell ?? NO_SHELL
  }
}

export const getAccountPrice = (): ReturnType<typeof getLowestPlan> =>
  getLowestPlan().catch((error: unknown) => {
    log.warn({ err: error }, 'account: price unavailable')
    return null
  })

export async function getHelp(): Promise<Help> {
  const { settings } = await getAccountShell()
  return {
    phone: stegaClean(settings?.contact?.phone) ?? null,
    email: stegaClean(settings?.contact?.email) ?? null,
  }
}
