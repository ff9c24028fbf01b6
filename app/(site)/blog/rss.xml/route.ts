import { Feed } from 'feed'
import { BLOG_ROOT, FEED_PATH, buildPostHref } from '@/lib/routes.ts'
import { env } from '@/lib/platform/env/env.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { feedRead } from '@/sanity/queries/blog.ts'
import { listingIntrosRead } from '@/sanity/queries/site-settings.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

/** Characters that XML 1.0 cannot contain, even escaped. */
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const INVALID_XML_CHARACTER_PATTERN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const stripInvalidCharacters = (text: string | null | undefined) =>
  (text ?? '').replace(INVALID_XML_CHARACTER_PATTERN, '')

export async function GET(): Promise<Response> {
  const [posts, intros, settings] = await Promise.all([
    fetchPublished(feedRead),
    fetchPublished(listingIntrosRead),
    fetchPublished(settingsRead),
  ])
  const { siteUrl } = env()
  const toAbsoluteUrl = (path: string) => new URL(path, siteUrl).href
  const title = [settings?.brand, intros?.blog?.heading ?? 'Blog'].filter(Boolean).join(': ')
  const feed = new Feed({
    id: toAbsoluteUrl(BLOG_ROOT),
    link: toAbsoluteUrl(BLOG_ROOT),
    title: stripInvalidCharacters(title),
    description: stripInvalidCharacters(intros?.blog?.text ?? settings?.tagline ?? title),
    language: 'en',
    copyright: stripInvalidCharacters(settings?.brand),
    feedLinks: { rss: toAbsoluteUrl(FEED_PATH) },
    ...(posts[0] && { updated: new Date(posts[0].publishedAt) }),
  })
  for (const post of posts) {
    const link = toAbsoluteUrl(buildPostHref(post) ?? BLOG_ROOT)
    feed.addItem({
      id: link,
      link,
      title: stripInvalidCharacters(post.title),
      description: stripInvalidCharacters(post.excerpt),
      date: new Date(post.publishedAt),
      ...(post.category && { category: [{ name: stripInvalidCharacters(post.category) }] }),
    })
  }
  return new Response(feed.rss2(), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
