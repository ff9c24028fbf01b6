import type { MetadataRoute } from 'next'
import { env } from '@/lib/platform/env/env.ts'

/** Next.js renders this route per request, because the site's origin is unknown at build time. */
export const dynamic = 'force-dynamic'

/** Paths that crawlers must not visit. `/api/` has a trailing slash, because the page /api is public. */
const PRIVATE_PATHS = ['/api/', '/dashboard', '/studio']

export default function robots(): MetadataRoute.Robots {
  const { siteUrl } = env()
  return {
    rules: { userAgent: '*', allow: '/', disallow: PRIVATE_PATHS },
    sitemap: `${siteUrl}/sitemap.xml`,
  }
}
