import type { POSTS_QUERY_RESULT } from '../../sanity/types.ts'
import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { postHref } from '../../lib/routes.ts'
import { PublishedDate } from '../article/date.tsx'

export type PostSummary = POSTS_QUERY_RESULT['posts'][number]

type PostCardProps = {
  post: PostSummary
  /** Level of the title in the outline of the page. */
  level: 2 | 3
  /** The first post of a list: larger, picture beside text, and loaded at once. */
  isLead?: boolean
}

const COVER_RATIO = 3 / 2

/** A post in a list; the whole card is the link. */
function PostCard({ post, level, isLead = false }: PostCardProps) {
  const Title = `h${level}` as const
  return (
    <article
      className={`group relative flex flex-col gap-5 ${isLead ? 'items-center gap-x-12 lg:grid lg:grid-cols-12' : ''}`}
    >
      <ContentImage
        source={{ ...post.cover, caption: null }}
        width={isLead ? 720 : 400}
        aspectRatio={COVER_RATIO}
        sizes={isLead ? '(min-width: 1024px) 44rem, 92vw' : '(min-width: 1024px) 24rem, (min-width: 640px) 46vw, 92vw'}
        className={isLead ? 'w-full lg:col-span-7' : ''}
        imageClassName="outline -outline-offset-1 outline-border"
        isFirst={isLead}
        hasPlaceholder={isLead}
      />
      <div className={isLead ? 'w-full lg:col-span-5' : ''}>
        <p className="label flex flex-wrap gap-x-3 text-muted-foreground">
          {post.category?.title && <span>{post.category.title}</span>}
          <PublishedDate date={post.publishedAt} />
        </p>
        <Title className={isLead ? 'mt-3 text-title' : 'mt-2.5 text-card-title'}>
          <Link href={postHref(post)} className="card-link">
            {post.title}
          </Link>
        </Title>
        <p className={`text-muted-foreground ${isLead ? 'mt-5 text-lead' : 'mt-3'}`}>{post.excerpt}</p>
      </div>
    </article>
  )
}

/** Posts of one page of a list: the first one large, the others as a series. */
export function PostList({ posts, none }: { posts: PostSummary[]; none: string }) {
  const [lead, ...others] = posts
  if (!lead) return <p className="wrap pb-24 text-lead text-muted-foreground">{none}</p>
  return (
    <div className="wrap">
      <PostCard post={lead} level={2} isLead />
      {others.length > 0 && (
        <ul className="mt-14 grid gap-x-8 gap-y-14 border-t pt-12 sm:grid-cols-2 md:mt-20 md:pt-16 lg:grid-cols-3">
          {others.map((post) => (
            <li key={post._id}>
              <PostCard post={post} level={2} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Posts suggested below a post, a row of them. */
const COUNT = 3

/** Others of the same category first, then the latest, none twice. */
export function relatedPosts(related: PostSummary[], latest: PostSummary[]): PostSummary[] {
  const byId = new Map([...related, ...latest].map((post) => [post._id, post]))
  return [...byId.values()].slice(0, COUNT)
}

/** What to read next. */
export function RelatedPosts({ posts, heading }: { posts: PostSummary[]; heading: string }) {
  if (posts.length === 0) return null
  return (
    <section className="border-t bg-muted print:hidden">
      <div className="wrap section">
        <h2 className="text-title">{heading}</h2>
        <ul className="mt-10 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post) => (
            <li key={post._id}>
              <PostCard post={post} level={3} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
