import type { MetadataRoute } from 'next'
import { env } from '@/lib/env.ts'

/** The address of the site is not known when it is built. */
export const dynamic = 'force-dynamic'

/** What is for signed-in people and programs; draft mode is entered below /api/. The page /api is for everyone. */
const PRIVATE = ['/api/', '/dashboard', '/studio']

export default function robots(): MetadataRoute.Robots {
  const { siteUrl } = env()
  return {
    rules: { userAgent: '*', allow: '/', disallow: PRIVATE },
    sitemap: `${siteUrl}/sitemap.xml`,
  }
}
