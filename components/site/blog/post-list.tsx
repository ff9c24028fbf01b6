import { toPlainText } from '@portabletext/react'
import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { COVER_RATIOS } from '../../../lib/constants.ts'
import { buildCategoryHref, buildPostHref } from '../../../lib/routes.ts'
import type { POSTS_QUERY_RESULT } from '../../../sanity/types.ts'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ContentImage } from '../../ui/image.tsx'
import { CardLink, Link } from '../../ui/link.tsx'
import { DatedRow, PublishedDate } from '../article/dated-row.tsx'
import type { ArticleValue } from '../article/table-of-contents.tsx'

/** Reading speed of adults for English prose, read silently (Brysbaert 2019, doi.org/10.1016/j.jml.2019.104047). */
const WORDS_PER_MINUTE = 238

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

function countBlockWords(block: ArticleValue[number]): number {
  if (block._type === 'block') return countWords(stegaClean(toPlainText(block as Parameters<typeof toPlainText>[0])))
  if ('body' in block && Array.isArray(block.body)) return countAllWords(block.body as ArticleValue)
  if ('code' in block && typeof block.code === 'string') return countWords(block.code)
  return 0
}

const countAllWords = (value: ArticleValue): number => value.reduce((sum, block) => sum + countBlockWords(block), 0)

export const getReadingMinutes = (value: ArticleValue | null | undefined): number =>
  Math.max(1, Math.round(countAllWords(value ?? []) / WORDS_PER_MINUTE))

export type ListedPost = POSTS_QUERY_RESULT['posts'][number]
type PostSummary = Omit<ListedPost, 'isNews' | 'body'> & { body?: ListedPost['body'] }

const pictureRowClass =
  'grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-5 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-x-8 [&>figure]:order-last'

type Layout = 'lead' | 'card' | 'row' | 'series'

const LAYOUTS: Record<Layout, { card: string; figure?: string; image?: string; sizes: string; width: number }> = {
  lead: {
    card: 'flex flex-col gap-5 items-center gap-x-12 lg:grid lg:grid-cols-12',
    figure: 'w-full lg:col-span-7',
    sizes: '(min-width: 1024px) 44rem, 92vw',
    width: 720,
  },
  card: {
    card: 'flex flex-col gap-5',
    sizes: '(min-width: 1024px) 24rem, (min-width: 640px) 46vw, 92vw',
    width: 400,
  },
  row: {
    card: pictureRowClass,
    image: 'max-sm:aspect-square object-cover',
    sizes: '(min-width: 640px) 13rem, 9.75rem',
    width: 208,
  },
  series: {
    card: `${pictureRowClass} lg:flex lg:flex-col lg:gap-5 lg:[&>figure]:order-none`,
    image: 'max-sm:aspect-square object-cover',
    sizes: '(min-width: 1024px) 24rem, (min-width: 640px) 13rem, 9.75rem',
    width: 400,
  },
}

type PostCardProps = {
  post: PostSummary
  labels: UiCopy['blog']
  level: 2 | 3
  isInCategory?: boolean
  /**
   * Layout of the card. `lead` is large and loads its picture eagerly. `row` has a small picture. `series` is one of
   * three cards that become rows on a narrow screen.
   */
  layout?: Layout
}

export function PostCard({ post, labels, level, isInCategory = false, layout = 'card' }: PostCardProps) {
  const Title = `h${level}` as const
  const isLead = layout === 'lead'
  const { card, figure = '', image = '', sizes, width } = LAYOUTS[layout]
  const isSmall = layout === 'row' || layout === 'series'
  return (
    <article className={`group relative ${card}`}>
      <ContentImage
        source={{ ...post.cover, caption: null }}
        width={width}
        aspectRatio={COVER_RATIOS.list}
        sizes={sizes}
        className={figure}
        imageClassName={`outline -outline-offset-1 outline-border ${image}`}
        isFirst={isLead}
        hasPlaceholder={isLead}
      />
      <div className={isLead ? 'w-full lg:col-span-5' : ''}>
        <p className="dotted label text-muted-foreground">
          {!isInCategory && post.category?.title && <span>{post.category.title}</span>}
          <PublishedDate date={post.publishedAt} />
          {post.body && <span>{fill(labels.readingTime, { minutes: getReadingMinutes(post.body) })}</span>}
        </p>
        <Title
          className={
            isLead ? 'mt-3 text-title' : `mt-2 text-card-title/[1.15] ${isSmall ? 'max-sm:text-xl/[1.2]' : ''}`
          }
        >
          <CardLink href={buildPostHref(post)}>{post.title}</CardLink>
        </Title>
        <p
          className={`text-muted-foreground ${isLead ? 'mt-5 text-lead' : 'mt-3'} ${isSmall ? 'max-sm:line-clamp-2' : ''}`}
        >
          {post.excerpt}
        </p>
      </div>
    </article>
  )
}

const POSTS_PER_ROW = 3

const hasFullRows = (posts: PostSummary[]) => posts.length % POSTS_PER_ROW === 0

type PostSeriesProps = Omit<PostCardProps, 'post' | 'layout'> & { posts: PostSummary[]; className: string }

function PostSeries({ posts, className, ...cardProps }: PostSeriesProps) {
  const isFull = hasFullRows(posts)
  return (
    <ul
      className={`${className} *:border-t *:py-6 ${isFull ? 'lg:grid lg:grid-cols-3 lg:gap-x-8 md:gap-y-14 lg:*:border-0 lg:*:py-0' : ''}`}
    >
      {posts.map((post) => (
        <li key={post._id}>
          <PostCard post={post} layout={isFull ? 'series' : 'row'} {...cardProps} />
        </li>
      ))}
    </ul>
  )
}

function NewsList({ posts }: { posts: PostSummary[] }) {
  return (
    <ul className="border-b lg:col-span-8">
      {posts.map((post) => (
        <li
          key={post._id}
          className="group relative grid gap-x-8 gap-y-1.5 border-t py-6 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <PublishedDate date={post.publishedAt} className="label text-muted-foreground sm:pt-1" />
          <div className="flex items-start gap-4">
            <div className="flex-1">
              <h3 className="text-xl/[1.2]">
                <CardLink href={buildPostHref(post)}>{post.title}</CardLink>
              </h3>
              <p className="mt-2 max-w-text text-muted-foreground">{post.excerpt}</p>
            </div>
            <Icon name="arrow" className="text-muted-foreground" />
          </div>
        </li>
      ))}
    </ul>
  )
}

type PostListProps = {
  posts: ListedPost[]
  labels: UiCopy['blog']
  isInCategory?: boolean
  pagination?: ReactNode
}

export function PostList({ posts, labels, isInCategory = false, pagination }: PostListProps) {
  const news = posts.filter(({ isNews }) => isNews)
  const [lead, ...otherPosts] = posts.filter(({ isNews }) => !isNews)
  const category = news[0]?.category
  if (posts.length === 0) return <p className="wrap pb-24 text-lead text-muted-foreground">{labels.none}</p>
  if (!lead) {
    return (
      <>
        <div className="wrap pb-16 has-[+nav]:pb-0 md:pb-24">
          <ul className="border-t">
            {news.map((post) => (
              <DatedRow key={post._id} entry={post} href={buildPostHref(post)} text={post.excerpt} level={2} />
            ))}
          </ul>
        </div>
        {pagination}
      </>
    )
  }
  return (
    <>
      <div className="wrap grid gap-y-12 pb-16 has-[+nav]:pb-0 md:gap-y-16 md:pb-24">
        <PostCard post={lead} labels={labels} level={2} isInCategory={isInCategory} layout="lead" />
        {otherPosts.length > 0 && (
          <PostSeries
            posts={otherPosts}
            labels={labels}
            level={2}
            isInCategory={isInCategory}
            className={hasFullRows(otherPosts) ? 'lg:border-t lg:pt-12' : ''}
          />
        )}
      </div>
      {pagination}
      {category && (
        <section className="wrap grid gap-x-12 gap-y-5 pb-16 md:pb-24 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <h2 className="text-subtitle">{category.title}</h2>
            <Link href={buildCategoryHref(category)} className="touch-link font-medium">
              {labels.allNews}
            </Link>
          </div>
          <NewsList posts={news} />
        </section>
      )}
    </>
  )
}

const RELATED_POST_COUNT = 3

export function pickRelatedPosts(related: PostSummary[], latest: PostSummary[]): PostSummary[] {
  const byId = new Map([...related, ...latest].map((post) => [post._id, post]))
  return [...byId.values()].slice(0, RELATED_POST_COUNT)
}

export function RelatedPosts({ posts, labels }: { posts: PostSummary[]; labels: UiCopy['blog'] }) {
  if (posts.length === 0) return null
  return (
    <section className="border-t bg-muted print:hidden">
      <div className="wrap section">
        <h2 className="text-title">{labels.related}</h2>
        <PostSeries posts={posts} labels={labels} level={3} className="mt-6 lg:mt-10" />
      </div>
    </section>
  )
}
