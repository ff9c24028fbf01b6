import type { PRESS_ITEM_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { PRESS_ROOT } from '../ui/hrefs.ts'
import { PublishedDate } from '../ui/published-date.tsx'

type PressPageProps = {
  item: NonNullable<PRESS_ITEM_QUERY_RESULT>
  /** Where to ask about it. */
  contactEmail: string | null | undefined
}

/** One announcement. */
export function PressPage({ item, contactEmail }: PressPageProps) {
  return (
    <article className="wrap pt-8 pb-16 md:pt-12 md:pb-28">
      <Breadcrumb steps={[{ label: 'Press', href: PRESS_ROOT }]} />
      <h1 className="mt-4 max-w-[24ch] text-[clamp(2.1rem,1.4rem+3vw,3.4rem)] tracking-[-0.03em]">{item.title}</h1>
      <div className="mt-10 grid gap-x-12 gap-y-6 border-t border-line pt-8 lg:grid-cols-12">
        <div className="lg:col-span-3">
          <PublishedDate date={item.publishedAt} className="label text-muted" />
          {contactEmail && (
            <p className="label mt-1 text-muted">
              <Link href={`mailto:${contactEmail}`} className="text-link inline-flex min-h-11 items-center">
                {contactEmail}
              </Link>
            </p>
          )}
        </div>
        <div className="min-w-0 lg:col-span-8 lg:col-start-5">
          <p className="mb-9 max-w-[38rem] text-lead">{item.summary}</p>
          <ArticleBody value={item.body} />
        </div>
      </div>
    </article>
  )
}
