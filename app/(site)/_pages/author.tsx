import { AuthorHeader } from '@/components/blog/author.tsx'
import { AUTHOR_ROOT } from '@/lib/routes.ts'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PostList } from '@/components/blog/post-list.tsx'
import { paging } from '@/lib/paging.ts'
import { authorRead } from '@/sanity/queries/blog.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { fetchListPage, listMetadata, pageName, positionText } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getWords } from '../site-data.ts'
import { AuthorData } from '../structured-data.tsx'

type AuthorProps = RouteOf<'author'>

const rootOf = (slug: string) => `${AUTHOR_ROOT}/${slug}`

const getAuthor = ({ slug, page }: Pick<AuthorProps, 'slug' | 'page'>, options?: { stega: boolean }) =>
  fetchListPage((range) => authorRead(slug, range), page, options)

/** Metadata of a page of an author's posts; undefined where there is none. */
export async function authorMetadata(props: AuthorProps) {
  const author = await getAuthor(props, { stega: false })
  const root = rootOf(props.slug)
  const at = author && paging(root, props.page, author.total)
  if (!at) return undefined
  return listMetadata({
    root,
    paging: at,
    entries: author.posts,
    title: author.name,
    description: author.bio,
    seo: null,
  })
}

/** A page of an author's posts. */
export async function Author({ path, ...props }: AuthorProps) {
  const [author, words] = await Promise.all([getAuthor(props), getWords()])
  const at = author && paging(rootOf(props.slug), props.page, author.total)
  if (!at) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <AuthorHeader
        author={author}
        name={pageName(author.name, props.page, words.lists)}
        blog={words.blog.blog}
        position={props.page === 1 ? undefined : positionText(at, words.lists)}
      />
      <PostList
        posts={author.posts}
        words={words.blog}
        pagination={<Pagination paging={at} name={author.name} words={words.lists} />}
      />
      <AuthorData author={author} />
    </>
  )
}
