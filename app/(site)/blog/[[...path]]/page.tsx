import type { Metadata } from 'next'
import { BLOG_ROOT, FEED_PATH } from '@/lib/routes.ts'
import { Author, authorMetadata } from '../../_pages/author.tsx'
import { Category, categoryMetadata } from '../../_pages/category.tsx'
import { Post, postMetadata } from '../../_pages/post.tsx'
import { Posts, postsMetadata } from '../../_pages/posts.tsx'
import { sitePage } from '../../site-page.tsx'

/** Lets readers find the feed from any page of the blog. */
const withFeed =
  <Route,>(metadataOf: (route: Route) => Promise<Metadata | undefined>) =>
  async (route: Route) => {
    const metadata = await metadataOf(route)
    return (
      metadata && { ...metadata, alternates: { ...metadata.alternates, types: { 'application/rss+xml': FEED_PATH } } }
    )
  }

const { generateMetadata, Page } = sitePage(BLOG_ROOT, {
  posts: { Page: Posts, metadata: withFeed(postsMetadata) },
  category: { Page: Category, metadata: withFeed(categoryMetadata) },
  author: { Page: Author, metadata: withFeed(authorMetadata) },
  post: { Page: Post, metadata: withFeed(postMetadata) },
})

/** None at build time. One segment for all of the blog, because a page without parameters would be rendered then. */
export const generateStaticParams = () => []

export { generateMetadata, Page as default }
