import 'server-only'
import { draftMode } from 'next/headers'
import { log } from '@/lib/log/log.ts'
import { getShell, NO_SHELL } from '../(site)/site-data.ts'

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
    log.warn({ err: error }, 'The account is shown with the header and footer of before')
    return last ?? NO_SHELL
  }
}
