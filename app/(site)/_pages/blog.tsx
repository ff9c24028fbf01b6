import type { ReactNode } from 'react'
import { CategoryNav, Pagination } from '@/components/site/blog/list-navigation.tsx'
import { type ListedPost, PostList } from '@/components/site/blog/post-list.tsx'
import { AuthorHeader, NextStepBand, PostPage } from '@/components/site/blog/post-page.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { AUTHOR_ROOT, authorHref, BLOG_ROOT, CATEGORY_ROOT, postHref } from '@/lib/routes.ts'
import { introTexts } from '@/lib/site/seo/page-texts.ts'
import type { Words } from '@/lib/site/ui-copy.ts'
import { type Paging, paging, pageRange } from '@/lib/values/paging.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { authorRead, categoriesRead, categoryRead, postRead, postsRead } from '@/sanity/queries/blog.ts'
import type { CATEGORIES_QUERY_RESULT } from '@/sanity/types.ts'
import { entryMetadata } from '../document-metadata.ts'
import { fetchListPage, getListIntros, listMetadata, pageName, positionText } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getWords } from '../site-data.ts'
import { AuthorData, ListData, PostData } from '../structured-data.tsx'

const NAME = 'Blog'

type PostListPageProps = {
  path: string
  paging: Paging
  title: string
  label: string
  text: string | null | undefined
  posts: ListedPost[]
  category?: string
  categories: CATEGORIES_QUERY_RESULT
  words: Words
  children?: ReactNode
}

function PostListPage({ path, paging, title, label, text, posts, category, words, ...rest }: PostListPageProps) {
  const { page } = paging
  const name = pageName(title, page, words.lists)
  return (
    <>
      <ListHeader
        heading={name}
        text={page === 1 ? text : positionText(paging, words.lists)}
        isOneLine={category === undefined}
      >
        <CategoryNav categories={rest.categories} current={category} all={words.blog.all} />
      </ListHeader>
      <PostList
        posts={posts}
        words={words.blog}
        isInCategory={category !== undefined}
        pagination={<Pagination paging={paging} name={label} words={words.lists} />}
      />
      {rest.children}
      <ListData
        list="blog"
        name={name}
        path={path}
        description={text}
        entries={posts.map((post) => ({ name: post.title, path: postHref(post) ?? '' }))}
        first={pageRange(page).from + 1}
      />
    </>
  )
}

const getPosts = (page: number) => fetchListPage(postsRead, page)

export async function postsMetadata({ page }: RouteOf<'blog'>) {
  const [{ total, posts }, intros] = await Promise.all([getPosts(page), getListIntros({ stega: false })])
  const intro = intros?.blog
  return listMetadata({
    root: BLOG_ROOT,
    page,
    total,
    entries: posts,
    ...introTexts(intro, NAME),
    seo: intro?.seo ?? null,
  })
}

export async function Posts({ page, path }: RouteOf<'blog'>) {
  const [{ posts, total }, categories, intros, words] = await Promise.all([
    getPosts(page),
    fetchContent(categoriesRead),
    getListIntros(),
    getWords(),
  ])
  const at = paging(BLOG_ROOT, page, total)
  if (!at) return <NotFoundOrRedirect path={path} />
  return (
    <PostListPage
      {...{ path, posts, categories, words }}
      paging={at}
      title={intros?.blog?.heading ?? NAME}
      label={NAME}
      text={intros?.blog?.text}
    />
  )
}

type Part = { slug: string; page: number }

const getCategory = ({ slug, page }: Part, options?: { stega: boolean }) =>
  fetchListPage((range) => categoryRead(slug, range), page, options)

export async function categoryMetadata({ slug, page }: RouteOf<'category'>) {
  const category = await getCategory({ slug, page }, { stega: false })
  if (!category) return undefined
  const { title, description, posts: entries, total } = category
  return listMetadata({ root: `${CATEGORY_ROOT}/${slug}`, page, total, entries, title, description, seo: null })
}

export async function Category({ path, slug, page }: RouteOf<'category'>) {
  const [category, categories, words] = await Promise.all([
    getCategory({ slug, page }),
    fetchContent(categoriesRead),
    getWords(),
  ])
  const at = category && paging(`${CATEGORY_ROOT}/${slug}`, page, category.total)
  if (!at) return <NotFoundOrRedirect path={path} />
  const { title, description, posts, nextStep } = category
  return (
    <PostListPage
      {...{ path, posts, categories, words, title }}
      paging={at}
      label={title}
      text={description}
      category={slug}
    >
      <NextStepBand step={nextStep} words={words} />
    </PostListPage>
  )
}

const getAuthor = ({ slug, page }: Part, options?: { stega: boolean }) =>
  fetchListPage((range) => authorRead(slug, range), page, options)

export async function authorMetadata({ slug, page }: RouteOf<'author'>) {
  const author = await getAuthor({ slug, page }, { stega: false })
  if (!author) return undefined
  const { name: title, bio: description, posts: entries, total } = author
  return listMetadata({ root: `${AUTHOR_ROOT}/${slug}`, page, total, entries, title, description, seo: null })
}

export async function Author({ path, slug, page }: RouteOf<'author'>) {
  const [author, words] = await Promise.all([getAuthor({ slug, page }), getWords()])
  const at = author && paging(`${AUTHOR_ROOT}/${slug}`, page, author.total)
  if (!at) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <AuthorHeader
        author={author}
        name={pageName(author.name, page, words.lists)}
        blog={words.blog.blog}
        position={page === 1 ? undefined : positionText(at, words.lists)}
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

export const postMetadata = ({ slug, path }: RouteOf<'post'>) =>
  entryMetadata(path, postRead(slug), ({ publishedAt, _updatedAt: updatedAt, author }) => {
    const page = authorHref(author)
    return { publishedAt, updatedAt, author: page && env().siteUrl + page }
  })

export async function Post({ slug, path }: RouteOf<'post'>) {
  const [post, words] = await Promise.all([fetchContent(postRead(slug)), getWords()])
  if (!post) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <PostPage post={post} words={words} />
      <PostData post={post} />
    </>
  )
}
