import { stegaClean } from 'next-sanity'
import type { Words } from '@/lib/words.ts'
import { fillWith } from '../ui/fill.tsx'
import { Icon } from '@/components/ui/icon.tsx'
import { longDate } from '@/components/article/date.tsx'
import type { PAGE_QUERY_RESULT } from '../../sanity/types.ts'
import { ArticleBody } from './article-body.tsx'

type LegalDocument = Extract<PAGE_QUERY_RESULT, { _type: 'legalPage' }>

type LegalPageProps = { page: LegalDocument; words: Words['articles'] }

/** A policy or terms: since when it is in force, whether a lawyer still has to read it, and its text. */
export function LegalPage({ page: { title, effectiveDate, underReview, body }, words }: LegalPageProps) {
  const since = longDate(effectiveDate)
  return (
    <article className="wrap grid gap-x-12 gap-y-10 pt-12 pb-20 md:pt-20 md:pb-28 lg:grid-cols-12">
      <header className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
        <h1 className="text-title">{title}</h1>
        {since && (
          <p className="label mt-5 text-muted-foreground">
            {fillWith(words.inForce, { date: <time dateTime={stegaClean(effectiveDate)}>{since}</time> })}
          </p>
        )}
        {underReview && (
          <p className="label mt-6 flex max-w-104 gap-3 rounded-xl border border-primary/50 bg-primary-muted p-4">
            <Icon name="clock" size={20} className="text-primary" />
            <span>
              <strong className="block font-semibold">{words.underReview}</strong>
              {words.underReviewText}
            </span>
          </p>
        )}
      </header>
      <ArticleBody value={body} words={words} className="min-w-0 lg:col-span-8" />
    </article>
  )
}
