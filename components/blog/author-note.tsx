import type { POST_QUERY_RESULT } from '../../sanity/types.ts'
import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { authorHref } from '../ui/hrefs.ts'

type Author = NonNullable<POST_QUERY_RESULT>['author']

/** Who wrote a post, at its end. */
export function AuthorNote({ author }: { author: Author | null }) {
  if (!author) return null
  return (
    <section aria-label="About the author" className="mt-16 flex max-w-[38rem] gap-5 border-t border-line pt-8">
      <ContentImage
        source={author.photo && { ...author.photo, caption: null }}
        width={72}
        aspectRatio={1}
        sizes="4.5rem"
        className="w-18 flex-none"
        imageClassName="rounded-full outline -outline-offset-1 outline-line"
      />
      <div>
        <p className="font-display text-lg font-semibold">
          <Link href={authorHref(author)} className="text-link inline-block py-1">
            {author.name}
          </Link>
        </p>
        {author.role && <p className="label text-muted">{author.role}</p>}
        {author.bio && <p className="mt-3 text-muted">{author.bio}</p>}
      </div>
    </section>
  )
}
