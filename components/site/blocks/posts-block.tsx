import { stegaClean } from 'next-sanity'
import { BLOG_ROOT, buildCategoryHref, buildPostHref } from '@/lib/routes.ts'
import { PostCard } from '../blog/post-list.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { Link } from '../../ui/link.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function PostsBlock({ block, context }: BlockProps<'postsBlock'>) {
  const { category, choice, count } = block
  const publishedPosts = block.posts?.filter((post) => buildPostHref(post)) ?? []
  const posts = stegaClean(choice) === 'chosen' ? publishedPosts : publishedPosts.slice(0, count ?? 3)
  if (posts.length === 0) return null
  return (
    <section className="wrap section print:hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        <Link href={buildCategoryHref(category) ?? BLOG_ROOT} className="touch-link font-medium">
          {category?.title ? fill(context.labels.blog.allOf, { category: category.title }) : context.labels.blog.all}
        </Link>
      </div>
      <ul
        aria-label={block.heading ?? undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the list
        tabIndex={0}
        className="strip mt-8 sm:grid sm:grid-cols-3 sm:gap-x-6 sm:gap-y-12 lg:gap-x-8"
      >
        {posts.map((post) => (
          <li key={post._id} className="max-sm:w-[82%]">
            <PostCard post={post} labels={context.labels.blog} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
