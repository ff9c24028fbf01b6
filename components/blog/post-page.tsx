import { fill } from '../ui/fill.tsx'
import type { Words } from '@/lib/words.ts'
import type { POST_QUERY_RESULT } from '../../sanity/types.ts'
import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { AuthorNote } from './author.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { TableOfContents } from '../article/table-of-contents.tsx'
import { articleHeadings } from '../article/headings.ts'
import { authorHref, BLOG_ROOT, categoryHref } from '../../lib/routes.ts'
import { PublishedDate } from '../article/date.tsx'
import { readingMinutes } from './reading-time.ts'
import { relatedPosts, RelatedPosts } from './post-list.tsx'

type Post = NonNullable<POST_QUERY_RESULT>

type PostProps = { post: Post; words: Words }

function PostHeader({ post, words }: PostProps) {
  return (
    <header className="wrap pt-8 pb-10 md:pt-12 md:pb-14">
      <Breadcrumb
        steps={[
          { label: words.blog.blog, href: BLOG_ROOT },
          ...(post.category ? [{ label: post.category.title, href: categoryHref(post.category) }] : []),
        ]}
      />
      <h1 className="mt-4 max-w-headline text-headline">{post.title}</h1>
      <p className="mt-6 max-w-160 text-lead text-muted-foreground">{post.excerpt}</p>
      <p className="label mt-7 flex flex-wrap items-center gap-x-3 text-muted-foreground">
        {post.author && (
          <Link href={authorHref(post.author)} className="text-link inline-flex min-h-11 items-center text-foreground">
            {post.author.name}
          </Link>
        )}
        <PublishedDate date={post.publishedAt} />
        <span>{fill(words.blog.readingTime, { minutes: readingMinutes(post.body) })}</span>
      </p>
    </header>
  )
}

/** A post: what it says, who wrote it, what to read next. */
export function PostPage({ post, words }: PostProps) {
  return (
    <>
      <article>
        <PostHeader post={post} words={words} />
        <ContentImage
          source={post.cover}
          width={1200}
          aspectRatio={2}
          sizes="(min-width: 1280px) 75rem, 92vw"
          className="wrap"
          imageClassName="outline -outline-offset-1 outline-border"
          isFirst
        />
        <div className="wrap grid gap-x-12 gap-y-10 pt-10 pb-16 md:pt-16 md:pb-24 lg:grid-cols-12">
          <TableOfContents
            headings={articleHeadings(post.body)}
            title={words.articles.contents}
            className="lg:unfold-column lg:col-span-3"
          />
          <div className="min-w-0 lg:col-span-8 lg:col-start-5">
            <ArticleBody value={post.body} words={words.articles} />
            <AuthorNote author={post.author} />
          </div>
        </div>
      </article>
      <RelatedPosts posts={relatedPosts(post.related, post.latest)} heading={words.blog.related} />
    </>
  )
}
