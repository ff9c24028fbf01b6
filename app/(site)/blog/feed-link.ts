import type { Metadata } from 'next'
import { FEED } from '@/components/ui/hrefs.ts'

/** Lets readers find the feed from any page of the blog. */
export const withFeed = (metadata: Metadata): Metadata => ({
  ...metadata,
  alternates: { ...metadata.alternates, types: { 'application/rss+xml': FEED } },
})
