import { PostCard, type PostSummary } from './post-card.tsx'

/** Posts suggested below a post, a row of them. */
const COUNT = 3

/** Others of the same category first, then the latest, none twice. */
export function relatedPosts(related: PostSummary[], latest: PostSummary[]): PostSummary[] {
  const byId = new Map([...related, ...latest].map((post) => [post._id, post]))
  return [...byId.values()].slice(0, COUNT)
}

/** What to read next. */
export function RelatedPosts({ posts }: { posts: PostSummary[] }) {
  if (posts.length === 0) return null
  return (
    <section className="border-t border-line bg-sunken">
      <div className="wrap band">
        <h2 className="text-title">Keep reading</h2>
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
