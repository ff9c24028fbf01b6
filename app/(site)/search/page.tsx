import type { Metadata } from 'next'
import { SearchFilter, SearchForm } from '@/components/site/search/search-form.tsx'
import { BeginHere, SearchInstead, SearchResults } from '@/components/site/search/search-results.tsx'
import { ButtonLink } from '@/components/ui/button-link.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { log } from '@/lib/platform/log/log.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { searchAddress } from '@/lib/site/search/address.ts'
import { GROUP_OF, type SearchEntry } from '@/lib/site/search/entry.ts'
import type { Hit } from '@/lib/site/search/find.ts'
import { queryIn, wordsOf } from '@/lib/site/search/text.ts'
import { type SearchGroup, searchGroups, type Words } from '@/lib/site/ui-copy.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getSettings, getWords } from '../site-data.ts'
import { SiteFrame } from '../site-frame.tsx'
import { searchIndex } from './site-index.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const FIRST_RESULTS = 10
const MOST_NEAR = 5

/** Next.js renders the page per request, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const { search } = await getWords({ stega: false })
  const metadata = await documentMetadata({
    path: SEARCH_PATH,
    seo: null,
    title: search.heading,
    description: search.hint,
  })
  return { ...metadata, robots: { index: false } }
}

/**
 * Finds matches or, if there are none, near matches. Returns no results for an empty query, and undefined if the search
 * is unavailable.
 */
async function find(query: string) {
  if (wordsOf(query).length === 0) return { results: [] }
  try {
    const { search, texts } = await searchIndex()
    const withText = ({ entry, matched }: Hit<SearchEntry>) => ({
      ...entry,
      text: texts.get(entry.href) ?? '',
      matched,
    })
    const hits = search.find(query)
    if (hits.length > 0) return { results: hits.map(withText) }
    const near = search.near(query)
    return { results: [], near: { query: near.query, results: near.hits.slice(0, MOST_NEAR).map(withText) } }
  } catch (err) {
    log.warn({ err }, 'search: query failed')
    return undefined
  }
}

const groupIn = (value: string | string[] | undefined): SearchGroup | undefined =>
  typeof value === 'string' && Object.hasOwn(searchGroups, value) ? (value as SearchGroup) : undefined

function summary(query: string, count: number | undefined, words: Words['search']): string {
  if (count === undefined) return words.unavailable
  if (wordsOf(query).length === 0) return words.hint
  if (count === 0) return fill(words.none, { query })
  return fill(count === 1 ? words.one : words.many, { query, count })
}

export default async function Page({ searchParams }: Props) {
  const params = await searchParams
  const query = queryIn(params.q)
  const group = groupIn(params.in)
  const [found, { search }, settings] = await Promise.all([find(query), getWords(), getSettings()])
  const results = found?.results.filter(({ kind }) => !group || GROUP_OF[kind] === group)
  const shown = params.all === undefined ? results?.slice(0, FIRST_RESULTS) : results
  const hasMore = results && shown && results.length > shown.length
  return (
    <SiteFrame path={SEARCH_PATH} says="what and price">
      <div className="wrap min-h-128 pt-10 pb-24 md:pt-16">
        <div className="max-w-240">
          <h1 className="text-title">{search.heading}</h1>
          <SearchForm
            label={search.heading}
            placeholder={search.placeholder}
            submit={search.open}
            query={query}
            group={group}
            className="mt-8"
          />
          <p className="mt-6 text-lead">{summary(query, results?.length, search)}</p>
          {found && found.results.length > 0 && (
            <SearchFilter kinds={found.results.map(({ kind }) => kind)} {...{ group, query }} words={search} />
          )}
          {shown && shown.length > 0 && <SearchResults results={shown} words={search} className="mt-6" />}
          {hasMore && (
            <ButtonLink href={searchAddress({ query, group, all: true })} variant="quiet" className="mt-8">
              {fill(search.rest, { count: results.length })}
            </ButtonLink>
          )}
          {found?.near && <SearchInstead {...found.near} words={search} />}
          {!results?.length && <BeginHere heading={search.begin} links={settings?.notFound?.links} />}
        </div>
      </div>
    </SiteFrame>
  )
}
