import { buildSearchUrl } from '@/lib/site/search/address.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { SearchEntry } from '@/lib/site/search/entry.ts'
import { findSection } from '@/lib/site/search/find-section.ts'
import { buildExcerpt, hasWord, markWords } from '@/lib/site/search/text.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { fill } from '../../ui/fill.tsx'
import { CardLink, Link } from '../../ui/link.tsx'

export type OfferedLink = { _key: string; label: string | null; href: string | null }

export function StartLinks({ heading, links }: { heading: string; links: OfferedLink[] | null | undefined }) {
  if (!links?.length) return null
  return (
    <section aria-labelledby="begin" className="mt-12 border-t pt-8">
      <h2 id="begin" className="text-xl">
        {heading}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-3">
        {links.map(({ _key, label, href }) => (
          <li key={_key}>
            <ButtonLink href={href} variant="quiet">
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

type NearMatchesProps = {
  query: string | undefined
  results: Result[]
  labels: UiCopy['search']
}

export function NearMatches({ query, results, labels }: NearMatchesProps) {
  return (
    <>
      {query && (
        <p className="mt-2">
          <Link href={buildSearchUrl({ query })} className="touch-link text-lead">
            {fill(labels.instead, { query })}
          </Link>
        </p>
      )}
      {results.length > 0 && (
        <section aria-labelledby="near" className="mt-8">
          <h2 id="near" className="text-xl">
            {labels.some}
          </h2>
          <SearchResults results={results} labels={labels} level={3} className="mt-4" />
        </section>
      )}
    </>
  )
}

function HighlightedText({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}

export type Result = SearchEntry & {
  text: string
  matched: string[]
}

type SearchResultsProps = {
  results: Result[]
  labels: UiCopy['search']
  level?: 2 | 3
  className?: string
}

function buildResultExcerpt(result: Result, labels: UiCopy['search']): { href: string; excerpt: string } {
  const { href, title, summary, text, matched } = result
  const isMatched = (part: string) => hasWord(part, matched)
  const matchedSection = findSection(result, isMatched)
  if (matchedSection) return { href: matchedSection.href, excerpt: fill(labels.section, matchedSection) }
  const excerpt = isMatched(title) || isMatched(summary) ? summary : (buildExcerpt(text, matched) ?? summary)
  return { href, excerpt }
}

export function SearchResults({ results, labels, level = 2, className = '' }: SearchResultsProps) {
  const Title = `h${level}` as const
  return (
    <ol className={`border-t ${className}`}>
      {results.map((result) => {
        const { href, excerpt } = buildResultExcerpt(result, labels)
        return (
          <li
            key={result.href}
            className="group relative grid gap-x-6 gap-y-2 border-b py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:items-baseline"
          >
            <p className="label text-muted-foreground">{labels[result.kind]}</p>
            <div>
              <Title className="text-card-title">
                <CardLink href={href}>
                  <HighlightedText text={result.title} words={result.matched} />
                </CardLink>
              </Title>
              <p className="mt-1.5 line-clamp-2 text-muted-foreground">
                <HighlightedText text={excerpt} words={result.matched} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
