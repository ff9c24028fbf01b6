import { searchAddress } from '@/lib/site/search/address.ts'
import type { Words } from '@/lib/site/ui-copy.ts'
import type { SearchEntry } from '@/lib/site/search/entry.ts'
import { sectionFound } from '@/lib/site/search/place.ts'
import { excerptAround, hasWord, markWords } from '@/lib/site/search/text.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { fill } from '../../ui/fill.tsx'
import { CardLink, Link } from '../../ui/link.tsx'

export type Offered = { _key: string; label: string | null; href: string | null }

export function BeginHere({ heading, links }: { heading: string; links: Offered[] | null | undefined }) {
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

type SearchInsteadProps = {
  query: string | undefined
  results: Result[]
  words: Words['search']
}

export function SearchInstead({ query, results, words }: SearchInsteadProps) {
  return (
    <>
      {query && (
        <p className="mt-2">
          <Link href={searchAddress({ query })} className="touch-link text-lead">
            {fill(words.instead, { query })}
          </Link>
        </p>
      )}
      {results.length > 0 && (
        <section aria-labelledby="near" className="mt-8">
          <h2 id="near" className="text-xl">
            {words.some}
          </h2>
          <SearchResults results={results} words={words} level={3} className="mt-4" />
        </section>
      )}
    </>
  )
}

function Marked({ text, words }: { text: string; words: string[] }) {
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
  words: Words['search']
  level?: 2 | 3
  className?: string
}

function excerptOf(result: Result, words: Words['search']): { href: string; excerpt: string } {
  const { href, title, summary, text, matched } = result
  const has = (part: string) => hasWord(part, matched)
  const found = sectionFound(result, has)
  if (found) return { href: found.href, excerpt: fill(words.section, found) }
  const excerpt = has(title) || has(summary) ? summary : (excerptAround(text, matched) ?? summary)
  return { href, excerpt }
}

export function SearchResults({ results, words, level = 2, className = '' }: SearchResultsProps) {
  const Title = `h${level}` as const
  return (
    <ol className={`border-t ${className}`}>
      {results.map((result) => {
        const { href, excerpt } = excerptOf(result, words)
        return (
          <li
            key={result.href}
            className="group relative grid gap-x-6 gap-y-2 border-b py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:items-baseline"
          >
            <p className="label text-muted-foreground">{words[result.kind]}</p>
            <div>
              <Title className="text-card-title">
                <CardLink href={href}>
                  <Marked text={result.title} words={result.matched} />
                </CardLink>
              </Title>
              <p className="mt-1.5 line-clamp-2 text-muted-foreground">
                <Marked text={excerpt} words={result.matched} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
