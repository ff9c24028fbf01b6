import type { ReactNode } from 'react'
import { CategoryNav, Pagination } from '@/components/site/blog/list-navigation.tsx'
import { type ListedPost, PostList } from '@/components/site/blog/post-list.tsx'
import { AuthorHeader, NextStepBand, PostPage } from '@/components/site/blog/post-page.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { AUTHOR_ROOT, buildAuthorHref, BLOG_ROOT, CATEGORY_ROOT, buildPostHref } from '@/lib/routes.ts'
import { getIntroTexts } from '@/lib/site/seo/page-texts.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { type Paging, buildPaging, getPageRange } from '@/lib/values/paging.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import {
  buildAuthorRead,
  categoriesRead,
  buildCategoryRead,
  buildPostRead,
  buildPostsRead,
} from '@/sanity/queries/blog.ts'
import type { CATEGORIES_QUERY_RESULT } from '@/sanity/types.ts'
import { buildEntryMetadata } from '../document-metadata.ts'
import { fetchListPage, getListIntros, buildListMetadata, formatPageName, formatPosition } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getLabels } from '../site-data.ts'
import { AuthorData, ListData, PostData } from '../structured-data.tsx'

const PAGE_NAME = 'Blog'

type PostListPageProps = {
  path: string
  paging: Paging
  title: string
  label: string
  text: string | null | undefined
  posts: ListedPost[]
  category?: string
  categories: CATEGORIES_QUERY_RESULT
  labels: UiCopy
  children?: ReactNode
}

function PostListPage({ path, paging, title, label, text, posts, category, labels, ...rest }: PostListPageProps) {
  const { page } = paging
  const name = formatPageName(title, page, labels.lists)
  return (
    <>
      <ListHeader
        heading={name}
        text={page === 1 ? text : formatPosition(paging, labels.lists)}
        isOneLine={category === undefined}
      >
        <CategoryNav categories={rest.categories} current={category} allLabel={labels.blog.all} />
      </ListHeader>
      <PostList
        posts={posts}
        labels={labels.blog}
        isInCategory={category !== undefined}
        pagination={<Pagination paging={paging} name={label} labels={labels.lists} />}
      />
      {rest.children}
      <ListData
        list="blog"
        name={name}
        path={path}
        description={text}
        entries={posts.map((post) => ({ name: post.title, path: buildPostHref(post) ?? '' }))}
        first={getPageRange(page).from + 1}
      />
    </>
  )
}

const getPosts = (page: number) => fetchListPage(buildPostsRead, page)

export async function buildPostsMetadata({ page }: RouteOf<'blog'>) {
  const [{ total, posts }, intros] = await Promise.all([getPosts(page), getListIntros({ stega: false })])
  const intro = intros?.blog
  return buildListMetadata({
    root: BLOG_ROOT,
    page,
    total,
    entries: posts,
    ...getIntroTexts(intro, PAGE_NAME),
    seo: intro?.seo ?? null,
  })
}

export async function Posts({ page, path }: RouteOf<'blog'>) {
  const [{ posts, total }, categories, intros, labels] = await Promise.all([
    getPosts(page),
    fetchContent(categoriesRead),
    getListIntros(),
    getLabels(),
  ])
  const pagination = buildPaging(BLOG_ROOT, page, total)
  if (!pagination) return <NotFoundOrRedirect path={path} />
  return (
    <PostListPage
      {...{ path, posts, categories, labels }}
      paging={pagination}
      title={intros?.blog?.heading ?? PAGE_NAME}
      label={PAGE_NAME}
      text={intros?.blog?.text}
    />
  )
}

type Part = { slug: string; page: number }

const getCategory = ({ slug, page }: Part, options?: { stega: boolean }) =>
  fetchListPage((range) => buildCategoryRead(slug, range), page, options)

export async function buildCategoryMetadata({ slug, page }: RouteOf<'category'>) {
  const category = await getCategory({ slug, page }, { stega: false })
  if (!category) return undefined
  const { title, description, posts: entries, total } = category
  return buildListMetadata({ root: `${CATEGORY_ROOT}/${slug}`, page, total, entries, title, description, seo: null })
}

export async function Category({ path, slug, page }: RouteOf<'category'>) {
  const [category, categories, labels] = await Promise.all([
    getCategory({ slug, page }),
    fetchContent(categoriesRead),
    getLabels(),
  ])
  const pagination = category && buildPaging(`${CATEGORY_ROOT}/${slug}`, page, category.total)
  if (!pagination) return <NotFoundOrRedirect path={path} />
  const { title, description, posts, nextStep } = category
  return (
    <PostListPage
      {...{ path, posts, categories, labels, title }}
      paging={pagination}
      label={title}
      text={description}
      category={slug}
    >
      <NextStepBand step={nextStep} labels={labels} />
    </PostListPage>
  )
}

const getAuthor = ({ slug, page }: Part, options?: { stega: boolean }) =>
  fetchListPage((range) => buildAuthorRead(slug, range), page, options)

export async function buildAuthorMetadata({ slug, page }: RouteOf<'author'>) {
  const author = await getAuthor({ slug, page }, { stega: false })
  if (!author) return undefined
  const { name: title, bio: description, posts: entries, total } = author
  return buildListMetadata({ root: `${AUTHOR_ROOT}/${slug}`, page, total, entries, title, description, seo: null })
}

export async function Author({ path, slug, page }: RouteOf<'author'>) {
  const [author, labels] = await Promise.all([getAuthor({ slug, page }), getLabels()])
  const pagination = author && buildPaging(`${AUTHOR_ROOT}/${slug}`, page, author.total)
  if (!pagination) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <AuthorHeader
        author={author}
        name={formatPageName(author.name, page, labels.lists)}
        blogLabel={labels.blog.blog}
        position={page === 1 ? undefined : formatPosition(pagination, labels.lists)}
      />
      <PostList
        posts={author.posts}
        labels={labels.blog}
        pagination={<Pagination paging={pagination} name={author.name} labels={labels.lists} />}
      />
      <AuthorData author={author} />
    </>
  )
}

export const buildPostMetadata = ({ slug, path }: RouteOf<'post'>) =>
  buildEntryMetadata(path, buildPostRead(slug), ({ publishedAt, _updatedAt: updatedAt, author }) => {
    const page = buildAuthorHref(author)
    return { publishedAt, updatedAt, author: page && env().siteUrl + page }
  })

export async function Post({ slug, path }: RouteOf<'post'>) {
  const [post, labels] = await Promise.all([fetchContent(buildPostRead(slug)), getLabels()])
  if (!post) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <PostPage post={post} labels={labels} />
      <PostData post={post} />
    </>
  )
}
