import { fill } from '../ui/fill.tsx'
import type { Words } from '@/lib/words.ts'
import type { POST_QUERY_RESULT } from '../../sanity/types.ts'
import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { AuthorNote } from './author.tsx'
import { NextStep } from './next-step.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { TableOfContents } from '../article/table-of-contents.tsx'
import { articleHeadings } from '../article/headings.ts'
import { COVER_RATIOS } from '../../lib/constants.ts'
import { authorHref, BLOG_ROOT, categoryHref } from '../../lib/routes.ts'
import { PublishedDate } from '../article/date.tsx'
import { readingMinutes } from './reading-time.ts'
import { relatedPosts, RelatedPosts } from './post-list.tsx'

type Post = NonNullable<POST_QUERY_RESULT>

type PostProps = { post: Post; words: Words }

/** What the post is about, with its picture beside it where there is room. */
function PostHeader({ post, words }: PostProps) {
  return (
    <header className="wrap grid items-center gap-x-12 gap-y-7 pt-8 md:pt-12 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <Breadcrumb
          steps={[
            { label: words.blog.blog, href: BLOG_ROOT },
            ...(post.category ? [{ label: post.category.title, href: categoryHref(post.category) }] : []),
          ]}
        />
        <h1 className="mt-3 max-w-headline text-title md:text-[clamp(2.3rem,4.4vw,3.4rem)]/[1.04]">{post.title}</h1>
        <p className="mt-4 max-w-160 text-lead text-muted-foreground md:mt-6">{post.excerpt}</p>
        <p className="dotted label mt-4 text-muted-foreground md:mt-6">
          {post.author && (
            <Link href={authorHref(post.author)} className="touch-link text-foreground">
              {post.author.name}
            </Link>
          )}
          <PublishedDate date={post.publishedAt} />
          <span>{fill(words.blog.readingTime, { minutes: readingMinutes(post.body) })}</span>
        </p>
      </div>
      <ContentImage
        source={post.cover}
        width={720}
        aspectRatio={COVER_RATIOS.list}
        sizes="(min-width: 1024px) 32rem, 92vw"
        className="lg:col-span-5"
        imageClassName="object-cover outline -outline-offset-1 outline-border sm:max-lg:aspect-5/2"
        isFirst
        hasPlaceholder={false}
      />
    </header>
  )
}

/** A post: what it says, who wrote it, what to read next. */
export function PostPage({ post, words }: PostProps) {
  return (
    <>
      <article>
        <PostHeader post={post} words={words} />
        <div className="wrap grid gap-x-12 gap-y-10 pt-8 pb-16 md:pt-14 md:pb-24 lg:grid-cols-12">
          <TableOfContents
            headings={articleHeadings(post.body)}
            title={words.articles.contents}
            className="lg:unfold-column lg:col-span-3"
          />
          <div className="min-w-0 lg:col-span-8 lg:col-start-5">
            <ArticleBody value={post.body} words={words.articles} />
            <NextStep step={post.category?.nextStep ?? null} className="mt-12" />
            <AuthorNote author={post.author} />
          </div>
        </div>
      </article>
      <RelatedPosts posts={relatedPosts(post.related, post.latest)} words={words.blog} />
    </>
  )
}
