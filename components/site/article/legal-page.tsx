import { stegaClean } from 'next-sanity'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { fillWith } from '../../ui/fill.tsx'
import { formatLongDate } from '@/components/site/article/dated-row.tsx'
import type { PAGE_QUERY_RESULT } from '../../../sanity/types.ts'
import type { OfferedLink } from '../search/search-results.tsx'
import { TouchLink } from '../../ui/link.tsx'
import { ArticleBody } from './article-body.tsx'
import { extractHeadings, TableOfContents } from './table-of-contents.tsx'

type LegalPageProps = {
  page: Extract<PAGE_QUERY_RESULT, { _type: 'legalPage' }>
  otherPages: OfferedLink[]
  labels: UiCopy['articles']
}

export function LegalPage({ page: { title, effectiveDate, underReview, body }, otherPages, labels }: LegalPageProps) {
  const effectiveSince = formatLongDate(effectiveDate)
  return (
    <article className="wrap grid gap-x-12 gap-y-10 pt-10 pb-20 md:pt-16 md:pb-28 lg:grid-cols-12">
      <header className="border-b pb-8 md:pb-12 lg:col-span-12">
        <h1 className="max-w-headline text-hero">{title}</h1>
        {otherPages.length > 0 && (
          <ul className="mt-5 flex flex-wrap gap-x-4">
            {otherPages.map(({ _key, label, href }) => (
              <li key={_key}>
                <TouchLink href={href}>{label}</TouchLink>
              </li>
            ))}
          </ul>
        )}
        {(effectiveSince ?? underReview) && (
          <p
            className={
              underReview
                ? 'mt-5 max-w-text rounded-xl border bg-card px-5.5 py-4.5'
                : 'label mt-5 text-muted-foreground'
            }
          >
            {effectiveSince &&
              fillWith(underReview ? labels.underReview : labels.inForce, {
                date: <time dateTime={stegaClean(effectiveDate)}>{effectiveSince}</time>,
              })}{' '}
            {underReview && labels.underReviewText}
          </p>
        )}
      </header>
      <TableOfContents
        headings={extractHeadings(body)}
        title={labels.contents}
        className="lg:unfold-column lg:col-span-3"
      />
      <ArticleBody value={body} labels={labels} className="min-w-0 lg:col-span-8 lg:col-start-5" />
    </article>
  )
}
