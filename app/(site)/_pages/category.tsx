import { CategoryNav } from '@/components/blog/category-nav.tsx'
import { NextStepBand } from '@/components/blog/next-step.tsx'
import { CATEGORY_ROOT, postHref } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { Pagination } from '@/components/ui/pagination.tsx'
import { PostList } from '@/components/blog/post-list.tsx'
import { pageRange, paging } from '@/lib/paging.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { categoriesRead, categoryRead } from '@/sanity/queries/blog.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { fetchListPage, listMetadata, pageName, positionText } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

type CategoryProps = RouteOf<'category'>

const rootOf = (slug: string) => `${CATEGORY_ROOT}/${slug}`

const getCategory = ({ slug, page }: Pick<CategoryProps, 'slug' | 'page'>, options?: { stega: boolean }) =>
  fetchListPage((range) => categoryRead(slug, range), page, options)

/** Metadata of a page of a category's posts; undefined where there is none. */
export async function categoryMetadata(props: CategoryProps) {
  const category = await getCategory(props, { stega: false })
  const root = rootOf(props.slug)
  const at = category && paging(root, props.page, category.total)
  if (!at) return undefined
  return listMetadata({
    root,
    paging: at,
    entries: category.posts,
    title: category.title,
    description: category.description,
    seo: null,
  })
}

/** A page of a category's posts. */
export async function Category({ path, ...props }: CategoryProps) {
  const [category, categories, words] = await Promise.all([
    getCategory(props),
    fetchContent(categoriesRead),
    getWords(),
  ])
  const at = category && paging(rootOf(props.slug), props.page, category.total)
  if (!at) return <NotFoundOrRedirect path={path} />
  const name = pageName(category.title, props.page, words.lists)
  return (
    <>
      <ListHeader heading={name} text={props.page === 1 ? category.description : positionText(at, words.lists)}>
        <CategoryNav categories={categories} current={props.slug} all={words.blog.all} />
      </ListHeader>
      <PostList
        posts={category.posts}
        words={words.blog}
        isInCategory
        pagination={<Pagination paging={at} name={category.title} words={words.lists} />}
      />
      <NextStepBand step={category.nextStep} words={words} />
      <ListData
        list="blog"
        name={name}
        path={path}
        description={category.description}
        entries={category.posts.map((post) => ({ name: post.title, path: postHref(post) ?? '' }))}
        first={pageRange(props.page).from + 1}
      />
    </>
  )
}
