import type { Metadata } from 'next'
import { BLOG_ROOT, FEED_PATH, pathOf } from '@/lib/routes.ts'
import { blogRoute } from '@/lib/journal-routes.ts'
import { MISSING_METADATA } from '../../document-metadata.ts'
import { NotFoundOrRedirect } from '../../not-found-or-redirect.tsx'
import { Author, authorMetadata } from '../author.tsx'
import { Category, categoryMetadata } from '../category.tsx'
import { Post, postMetadata } from '../post.tsx'
import { Posts, postsMetadata } from '../posts.tsx'

type Props = { params: Promise<{ path?: string[] }> }

/** None at build time. One segment for all of the blog, because a page without parameters would be rendered then. */
export const generateStaticParams = () => []

const routeIn = async ({ params }: Props) => blogRoute((await params).path)

async function metadataOf(route: Awaited<ReturnType<typeof routeIn>>): Promise<Metadata | undefined> {
  switch (route?.view) {
    case 'list':
      return postsMetadata(route)
    case 'category':
      return categoryMetadata(route)
    case 'author':
      return authorMetadata(route)
    case 'entry':
      return postMetadata(route)
    case undefined:
      return undefined
  }
}

/** Lets readers find the feed from any page of the blog. */
const withFeed = (metadata: Metadata): Metadata => ({
  ...metadata,
  alternates: { ...metadata.alternates, types: { 'application/rss+xml': FEED_PATH } },
})

export async function generateMetadata(props: Props): Promise<Metadata> {
  const metadata = await metadataOf(await routeIn(props))
  return metadata ? withFeed(metadata) : MISSING_METADATA
}

export default async function Page(props: Props) {
  const route = await routeIn(props)
  const path = BLOG_ROOT + pathOf((await props.params).path)
  switch (route?.view) {
    case 'list':
      return <Posts {...route} path={path} />
    case 'category':
      return <Category {...route} path={path} />
    case 'author':
      return <Author {...route} path={path} />
    case 'entry':
      return <Post {...route} />
    case undefined:
      return <NotFoundOrRedirect path={path} />
  }
}
