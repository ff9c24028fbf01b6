import { searchAddress } from '@/lib/search/address.ts'
import type { Words } from '@/lib/words.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { fill } from '../ui/fill.tsx'
import { Link } from '../ui/link.tsx'
import { type Result, SearchResults } from './search-results.tsx'

export type Offered = { _key: string; label: string | null; href: string | null }

/** Pages that editors offer to who has found nothing, or has not searched yet. */
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
  /** Words that find something. */
  query: string | undefined
  results: Result[]
  words: Words['search']
}

/** For a search that finds nothing: another one that does, and pages that come near. */
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
