import { PostCard, type PostSummary } from './post-card.tsx'

/** Posts of one page of a list: the first one large, the others as a series. */
export function PostList({ posts }: { posts: PostSummary[] }) {
  const [lead, ...others] = posts
  if (!lead) return <p className="wrap pb-24 text-lead text-muted">Nothing is published here yet.</p>
  return (
    <div className="wrap">
      <PostCard post={lead} level={2} isLead />
      {others.length > 0 && (
        <ul className="mt-14 grid gap-x-8 gap-y-14 border-t border-line pt-12 sm:grid-cols-2 md:mt-20 md:pt-16 lg:grid-cols-3">
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
