import { env } from '@/lib/env.ts'
import { securityText } from '@/lib/seo/security-text.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Rendered from cached content, not at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

/** A day: what is kept for so long is outdated for months before it expires. */
const CACHED = 'public, max-age=86400'

/** Whom to tell of a weakness of the site: the contact data that its pages show (https://www.rfc-editor.org/rfc/rfc9116). */
export async function GET(): Promise<Response> {
  const settings = await fetchPublished(settingsRead)
  const text = securityText({ siteUrl: env().siteUrl, email: settings?.contact?.email, now: new Date() })
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': CACHED } })
}
