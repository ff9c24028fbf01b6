import { randomBytes } from 'node:crypto'
import { schemaType, urlSearchParamPreviewSecret } from '@sanity/preview-url-secret/constants'
import { stack } from '../stack/addresses.ts'
import { lake } from '../stack/lake.ts'

/** Returns the `name=value` cookie of an editor's preview, with a secret in the Studio's format. */
export async function createDraftModeCookie(): Promise<string> {
  const secret = randomBytes(16).toString('hex')
  await lake.create({
    _id: `drafts.${randomBytes(8).toString('hex')}`,
    _type: schemaType,
    secret,
    source: 'tests',
    studioUrl: `${stack.env.siteUrl}/studio`,
  })
  const address = `${stack.env.siteUrl}/api/draft-mode/enable?${urlSearchParamPreviewSecret}=${secret}`
  const response = await fetch(address, { redirect: 'manual' })
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0] ?? '')
    .find((pair) => pair.startsWith('__prerender_bypass='))
  if (!cookie) throw new Error(`Draft mode was not started: ${response.status}`)
  return cookie
}
