import 'server-only'
import { headers } from 'next/headers'
import { NONCE_HEADER } from '@/lib/account/nonce.ts'

/** Nonce of the policy under which this page is answered; undefined without one. */
export const pageNonce = async (): Promise<string | undefined> => (await headers()).get(NONCE_HEADER) ?? undefined
