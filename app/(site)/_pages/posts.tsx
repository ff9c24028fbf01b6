import { CategoryNav } from '@/components/blog/category-nav.tsx'
import { BLOG_ROOT, postHref } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PostList } from '@/components/blog/post-list.tsx'
import { pageRange, paging } from '@/lib/paging.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { categoriesRead, postsRead } from '@/sanity/queries/blog.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { fetchListPage, getListIntros, listMetadata, pageName, positionText } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

type PostsProps = RouteOf<'blog'>

const NAME = 'Blog'

const getPosts = (page: number) => fetchListPage(postsRead, page)

/** Metadata of a page of all posts; undefined beyond the last. */
export async function postsMetadata({ page }: PostsProps) {
  const [{ total, posts }, intros] = await Promise.all([getPosts(page), getListIntros({ stega: false })])
  const at = paging(BLOG_ROOT, page, total)
  const intro = intros?.blog
  return (
    at &&
    listMetadata({
      root: BLOG_ROOT,
      paging: at,
      entries: posts,
      ...introTexts(intro, NAME),
      seo: intro?.seo ?? null,
    })
  )
}

/** A page of all posts. */
export async function Posts({ page, path }: PostsProps) {
  const [{ posts, total }, categories, intros, words] = await Promise.all([
    getPosts(page),
    fetchContent(categoriesRead),
    getListIntros(),
    getWords(),
  ])
  const at = paging(BLOG_ROOT, page, total)
  if (!at) return <NotFoundOrRedirect path={path} />
  const name = pageName(intros?.blog?.heading ?? NAME, page, words.lists)
  return (
    <>
      <ListHeader heading={name} text={page === 1 ? intros?.blog?.text : positionText(at, words.lists)} isOneLine>
        <CategoryNav categories={categories} all={words.blog.all} />
      </ListHeader>
      <PostList
        posts={posts}
        words={words.blog}
        pagination={<Pagination paging={at} name={NAME} words={words.lists} />}
      />
      <ListData
        list="blog"
        name={name}
        path={path}
        description={intros?.blog?.text}
        entries={posts.map((post) => ({ name: post.title, path: postHref(post) ?? '' }))}
        first={pageRange(page).from + 1}
      />
    </>
  )
}
