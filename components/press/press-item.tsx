import type { Words } from '@/lib/words.ts'
import type { PRESS_ITEMS_QUERY_RESULT, PRESS_ITEM_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { pressHref, PRESS_ROOT } from '../../lib/routes.ts'
import { PublishedDate } from '../article/date.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'

/** Press items as a list of days. */
export function PressItemList({ items, none }: { items: PRESS_ITEMS_QUERY_RESULT['items']; none: string }) {
  if (items.length === 0) return <p className="text-lead text-muted-foreground">{none}</p>
  return (
    <ul className="border-t">
      {items.map((item) => (
        <li key={item._id} className="group relative grid gap-x-8 gap-y-2 border-b py-7 md:grid-cols-[9.5rem_1fr]">
          <PublishedDate date={item.publishedAt} className="label pt-1 text-muted-foreground" />
          <div>
            <h3 className="text-card-title">
              <Link href={pressHref(item)} className="card-link">
                {item.title}
              </Link>
            </h3>
            <p className="mt-2.5 max-w-text text-muted-foreground">{item.summary}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

type PressItemPageProps = {
  words: Words
  item: NonNullable<PRESS_ITEM_QUERY_RESULT>
  /** Where to ask about it. */
  contactEmail: string | null | undefined
}

/** One press item. */
export function PressItemPage({ item, words, contactEmail }: PressItemPageProps) {
  return (
    <article className="wrap pt-8 pb-16 md:pt-12 md:pb-28">
      <Breadcrumb steps={[{ label: words.press.press, href: PRESS_ROOT }]} />
      <h1 className="mt-4 max-w-headline text-headline">{item.title}</h1>
      <div className="mt-10 grid gap-x-12 gap-y-6 border-t pt-8 lg:grid-cols-12">
        <div className="lg:col-span-3">
          <PublishedDate date={item.publishedAt} className="label text-muted-foreground" />
          {contactEmail && (
            <p className="label mt-1 text-muted-foreground">
              <Link href={`mailto:${contactEmail}`} className="text-link inline-flex min-h-11 items-center">
                {contactEmail}
              </Link>
            </p>
          )}
        </div>
        <div className="min-w-0 lg:col-span-8 lg:col-start-5">
          <p className="mb-9 max-w-text text-lead">{item.summary}</p>
          <ArticleBody value={item.body} words={words.articles} />
        </div>
      </div>
    </article>
  )
}
