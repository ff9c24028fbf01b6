import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { COVER_RATIOS } from '../../../lib/constants.ts'
import { BLOG_ROOT, buildAuthorHref, buildCategoryHref } from '../../../lib/routes.ts'
import type { AUTHOR_QUERY_RESULT, POST_QUERY_RESULT, CATEGORY_QUERY_RESULT } from '../../../sanity/types.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Actions } from '../../ui/button-link.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { ContentImage } from '../../ui/image.tsx'
import { Link, TouchLink } from '../../ui/link.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { PublishedDate } from '../article/dated-row.tsx'
import { TableOfContents, extractHeadings } from '../article/table-of-contents.tsx'
import { ProductPicture } from '../product/product-picture.tsx'
import { getReadingMinutes, pickRelatedPosts, RelatedPosts } from './post-list.tsx'

type Author = NonNullable<POST_QUERY_RESULT>['author']

type PhotoProps = { author: Pick<Author, 'photo'>; width: number; sizes: string; className: string; isFirst?: boolean }

const Photo = ({ author: { photo }, ...size }: PhotoProps) => (
  <ContentImage
    source={photo && { ...photo, caption: null }}
    aspectRatio={1}
    imageClassName="rounded-full outline -outline-offset-1 outline-border"
    hasPlaceholder={false}
    {...size}
  />
)

type AuthorHeaderProps = {
  author: NonNullable<AUTHOR_QUERY_RESULT>
  name: string
  blogLabel: string
  position?: string | undefined
}

export function AuthorHeader({ author, name, blogLabel, position }: AuthorHeaderProps) {
  const text = position ?? author.bio
  return (
    <header className="wrap pt-8 pb-10 md:pt-12 md:pb-14">
      <Breadcrumb steps={[{ label: blogLabel, href: BLOG_ROOT }]} />
      <div className="mt-5 flex flex-wrap items-start gap-x-10 gap-y-6">
        <Photo author={author} width={160} sizes="10rem" className="w-28 flex-none md:w-40" isFirst />
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-title">{name}</h1>
          {author.role && <p className="mt-3 text-muted-foreground">{author.role}</p>}
          {text && <p className="mt-5 max-w-text text-lead text-muted-foreground">{text}</p>}
        </div>
      </div>
    </header>
  )
}

function AuthorNote({ author }: { author: Author | null }) {
  if (!author) return null
  return (
    <section aria-label="About the author" className="mt-16 flex max-w-text gap-5 border-t pt-8">
      <Photo author={author} width={72} sizes="4.5rem" className="w-18 flex-none" />
      <div>
        <p className="font-display text-lg font-semibold">
          <TouchLink href={buildAuthorHref(author)}>{author.name}</TouchLink>
        </p>
        {author.role && <p className="label text-muted-foreground">{author.role}</p>}
        {author.bio && <p className="mt-3 text-muted-foreground">{author.bio}</p>}
      </div>
    </section>
  )
}

type Category = NonNullable<NonNullable<POST_QUERY_RESULT>['category']>

function NextStep({ step }: { step: Category['nextStep'] }) {
  if (!step?.heading) return null
  return (
    <section className="max-w-text rounded-2xl bg-accent-muted p-6 sm:p-8 print:hidden mt-12">
      <h2 className="text-heading/[1.15]">{step.heading}</h2>
      {step.text && <p className="mt-2.5 text-muted-foreground">{step.text}</p>}
      <Actions actions={step.actions} className="mt-5" />
    </section>
  )
}

type NextStepBandProps = { step: NonNullable<CATEGORY_QUERY_RESULT>['nextStep']; labels: UiCopy }

export function NextStepBand({ step, labels }: NextStepBandProps) {
  if (!step?.heading) return null
  const { heading, text, actions, picture } = step
  return (
    <section className="ground mt-0 mb-0 print:hidden">
      <div
        className={`wrap band grid items-center gap-x-12 gap-y-8 ${picture ? 'lg:grid-cols-2' : 'lg:grid-cols-[1fr_auto]'}`}
      >
        <div>
          <SectionHeading heading={heading} text={text} />
          {picture && <Actions actions={actions} className="mt-7" />}
        </div>
        {picture ? (
          <ProductPicture picture={picture} labels={labels} className="lg:justify-self-end" />
        ) : (
          <Actions actions={actions} />
        )}
      </div>
    </section>
  )
}

type PostProps = { post: NonNullable<POST_QUERY_RESULT>; labels: UiCopy }

function PostHeader({ post, labels }: PostProps) {
  return (
    <header className="wrap grid items-center gap-x-12 gap-y-7 pt-8 md:pt-12 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <Breadcrumb
          steps={[
            { label: labels.blog.blog, href: BLOG_ROOT },
            ...(post.category ? [{ label: post.category.title, href: buildCategoryHref(post.category) }] : []),
          ]}
        />
        <h1 className="mt-3 max-w-headline text-title md:text-[clamp(2.3rem,4.4vw,3.4rem)]/[1.04]">{post.title}</h1>
        <p className="mt-4 max-w-160 text-lead text-muted-foreground md:mt-6">{post.excerpt}</p>
        <p className="dotted label mt-4 text-muted-foreground md:mt-6">
          {post.author && (
            <Link href={buildAuthorHref(post.author)} className="touch-link text-foreground">
              {post.author.name}
            </Link>
          )}
          <PublishedDate date={post.publishedAt} />
          <span>{fill(labels.blog.readingTime, { minutes: getReadingMinutes(post.body) })}</span>
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

export function PostPage({ post, labels }: PostProps) {
  return (
    <>
      <article>
        <PostHeader post={post} labels={labels} />
        <div className="wrap grid gap-x-12 gap-y-10 pt-8 pb-16 md:pt-14 md:pb-24 lg:grid-cols-12">
          <TableOfContents
            headings={extractHeadings(post.body)}
            title={labels.articles.contents}
            className="lg:unfold-column lg:col-span-3"
          />
          <div className="min-w-0 lg:col-span-8 lg:col-start-5">
            <ArticleBody value={post.body} labels={labels.articles} />
            <NextStep step={post.category?.nextStep ?? null} />
            <AuthorNote author={post.author} />
          </div>
        </div>
      </article>
      <RelatedPosts posts={pickRelatedPosts(post.related, post.latest)} labels={labels.blog} />
    </>
  )
}
