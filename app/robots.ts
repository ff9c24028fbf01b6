import type { MetadataRoute } from 'next'
import { env } from '@/lib/env.ts'

export default function robots(): MetadataRoute.Robots {
  const { siteUrl } = env()
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/studio'] },
    sitemap: `${siteUrl}/sitemap.xml`,
  }
}
