import type { AUTHOR_QUERY_RESULT, POST_QUERY_RESULT } from '../../sanity/types.ts'
import { ContentImage } from '../ui/image.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { BLOG_ROOT, authorHref } from '../../lib/routes.ts'
import { Link } from '../ui/link.tsx'

type Author = NonNullable<POST_QUERY_RESULT>['author']

type PhotoProps = { of: Pick<Author, 'photo'>; width: number; sizes: string; className: string; isFirst?: boolean }

/** An author's photo, cut to a circle. */
const Photo = ({ of: { photo }, ...size }: PhotoProps) => (
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
  /** What the page is called: a further one has a number. */
  name: string
  blog: string
  /** Which page of the posts this is, instead of what the first one says of the author. */
  position?: string | undefined
}

/** Who an author is, above their posts. */
export function AuthorHeader({ author, name, blog, position }: AuthorHeaderProps) {
  const text = position ?? author.bio
  return (
    <header className="wrap pt-8 pb-10 md:pt-12 md:pb-14">
      <Breadcrumb steps={[{ label: blog, href: BLOG_ROOT }]} />
      <div className="mt-5 flex flex-wrap items-start gap-x-10 gap-y-6">
        <Photo of={author} width={160} sizes="10rem" className="w-28 flex-none md:w-40" isFirst />
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-title">{name}</h1>
          {author.role && <p className="mt-3 text-muted-foreground">{author.role}</p>}
          {text && <p className="mt-5 max-w-text text-lead text-muted-foreground">{text}</p>}
        </div>
      </div>
    </header>
  )
}

/** Who wrote a post, at its end. */
export function AuthorNote({ author }: { author: Author | null }) {
  if (!author) return null
  return (
    <section aria-label="About the author" className="mt-16 flex max-w-text gap-5 border-t pt-8">
      <Photo of={author} width={72} sizes="4.5rem" className="w-18 flex-none" />
      <div>
        <p className="font-display text-lg font-semibold">
          <Link href={authorHref(author)} className="touch-link">
            {author.name}
          </Link>
        </p>
        {author.role && <p className="label text-muted-foreground">{author.role}</p>}
        {author.bio && <p className="mt-3 text-muted-foreground">{author.bio}</p>}
      </div>
    </section>
  )
}
