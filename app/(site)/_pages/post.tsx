import { env } from '@/lib/env.ts'
import { authorHref } from '@/lib/routes.ts'
import { PostPage } from '@/components/blog/post-page.tsx'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { postRead } from '@/sanity/queries/blog.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { documentMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { PostData } from '../structured-data.tsx'
import { getWords } from '../site-data.ts'

type PostProps = RouteOf<'post'>

/** Metadata of a post; undefined when there is none with this slug. */
export async function postMetadata({ slug, path }: PostProps) {
  const post = await fetchContent(postRead(slug), { stega: false })
  if (!post) return undefined
  const author = authorHref(post.author)
  return documentMetadata({
    path,
    seo: post.seo,
    ...ownTexts(post),
    article: { publishedAt: post.publishedAt, updatedAt: post._updatedAt, author: author && env().siteUrl + author },
  })
}

/** The post with a slug. */
export async function Post({ slug, path }: PostProps) {
  const [post, words] = await Promise.all([fetchContent(postRead(slug)), getWords()])
  if (!post) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <PostPage post={post} words={words} />
      <PostData post={post} />
    </>
  )
}
