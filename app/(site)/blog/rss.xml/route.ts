import { Feed } from 'feed'
import { BLOG_ROOT, FEED_PATH, postHref } from '@/lib/routes.ts'
import { env } from '@/lib/platform/env/env.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { feedRead } from '@/sanity/queries/blog.ts'
import { listingIntrosRead } from '@/sanity/queries/site-settings.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

/** Characters that XML 1.0 cannot contain, even escaped. */
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const clean = (text: string | null | undefined) => (text ?? '').replace(NOT_XML, '')

export async function GET(): Promise<Response> {
  const [posts, intros, settings] = await Promise.all([
    fetchPublished(feedRead),
    fetchPublished(listingIntrosRead),
    fetchPublished(settingsRead),
  ])
  const { siteUrl } = env()
  const absolute = (path: string) => new URL(path, siteUrl).href
  const title = [settings?.brand, intros?.blog?.heading ?? 'Blog'].filter(Boolean).join(': ')
  const feed = new Feed({
    id: absolute(BLOG_ROOT),
    link: absolute(BLOG_ROOT),
    title: clean(title),
    description: clean(intros?.blog?.text ?? settings?.tagline ?? title),
    language: 'en',
    copyright: clean(settings?.brand),
    feedLinks: { rss: absolute(FEED_PATH) },
    ...(posts[0] && { updated: new Date(posts[0].publishedAt) }),
  })
  for (const post of posts) {
    const link = absolute(postHref(post) ?? BLOG_ROOT)
    feed.addItem({
      id: link,
      link,
      title: clean(post.title),
      description: clean(post.excerpt),
      date: new Date(post.publishedAt),
      ...(post.category && { category: [{ name: clean(post.category) }] }),
    })
  }
  return new Response(feed.rss2(), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
