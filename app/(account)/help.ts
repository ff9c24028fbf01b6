import 'server-only'
import { stegaClean } from 'next-sanity'
import type { Help } from '@/components/account/help-line.tsx'
import { getAccountShell } from './shell.ts'

/** How people who cannot sign in reach somebody. */
export async function getHelp(): Promise<Help> {
  const { settings } = await getAccountShell()
  return {
    phone: stegaClean(settings?.contact?.phone) ?? null,
    email: stegaClean(settings?.contact?.email) ?? null,
  }
}
