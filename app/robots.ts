import type { MetadataRoute } from 'next'
import { env } from '@/lib/platform/env/env.ts'

/** The origin is unknown at build time. */
export const dynamic = 'force-dynamic'

/** With a slash, because the page /api is public. */
const PRIVATE = ['/api/', '/dashboard', '/studio']

export default function robots(): MetadataRoute.Robots {
  const { siteUrl } = env()
  return {
    rules: { userAgent: '*', allow: '/', disallow: PRIVATE },
    sitemap: `${siteUrl}/sitemap.xml`,
  }
}
