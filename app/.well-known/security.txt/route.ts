import { env } from '@/lib/platform/env/env.ts'
import { buildSecurityText } from '@/lib/site/seo/security-text.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

const CACHE_CONTROL = 'public, max-age=86400'

/** Returns the security contact in the format of RFC 9116: https://www.rfc-editor.org/rfc/rfc9116 */
export async function GET(): Promise<Response> {
  const settings = await fetchPublished(settingsRead)
  const text = buildSecurityText({ siteUrl: env().siteUrl, email: settings?.contact?.email, now: new Date() })
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': CACHE_CONTROL },
  })
}
