import type { Metadata } from 'next'
import { SearchFilter, SearchForm } from '@/components/site/search/search-form.tsx'
import { StartLinks, NearMatches, SearchResults } from '@/components/site/search/search-results.tsx'
import { ButtonLink } from '@/components/ui/button-link.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { log } from '@/lib/platform/log/log.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { buildSearchUrl } from '@/lib/site/search/address.ts'
import { GROUP_BY_KIND, type SearchEntry } from '@/lib/site/search/entry.ts'
import type { Hit } from '@/lib/site/search/find.ts'
import { parseQuery, extractWords } from '@/lib/site/search/text.ts'
import { type SearchGroup, searchGroups, type UiCopy } from '@/lib/site/ui-copy.ts'
import { buildDocumentMetadata } from '../document-metadata.ts'
import { getSettings, getLabels } from '../site-data.ts'
import { SiteFrame } from '../site-frame.tsx'
import { getSearchIndex } from './site-index.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const INITIAL_RESULT_COUNT = 10
const MAX_NEAR_RESULTS = 5

/** Next.js renders the page per request, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const { search } = await getLabels({ stega: false })
  const metadata = await buildDocumentMetadata({
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
async function searchSite(query: string) {
  if (extractWords(query).length === 0) return { results: [] }
  try {
    const { search, texts } = await getSearchIndex()
    const addText = ({ entry, matched }: Hit<SearchEntry>) => ({
      ...entry,
      text: texts.get(entry.href) ?? '',
      matched,
    })
    const hits = search.find(query)
    if (hits.length > 0) return { results: hits.map(addText) }
    const nearMatches = search.suggest(query)
    return {
      results: [],
      near: { query: nearMatches.query, results: nearMatches.hits.slice(0, MAX_NEAR_RESULTS).map(addText) },
    }
  } catch (err) {
    log.warn({ err }, 'search: query failed')
    return undefined
  }
}

const parseGroup = (value: string | string[] | undefined): SearchGroup | undefined =>
  typeof value === 'string' && Object.hasOwn(searchGroups, value) ? (value as SearchGroup) : undefined

function formatSummary(query: string, count: number | undefined, labels: UiCopy['search']): string {
  if (count === undefined) return labels.unavailable
  if (extractWords(query).length === 0) return labels.hint
  if (count === 0) return fill(labels.none, { query })
  return fill(count === 1 ? labels.one : labels.many, { query, count })
}

export default async function Page({ searchParams }: Props) {
  const params = await searchParams
  const query = parseQuery(params.q)
  const group = parseGroup(params.in)
  const [outcome, { search }, settings] = await Promise.all([searchSite(query), getLabels(), getSettings()])
  const results = outcome?.results.filter(({ kind }) => !group || GROUP_BY_KIND[kind] === group)
  const visibleResults = params.all === undefined ? results?.slice(0, INITIAL_RESULT_COUNT) : results
  const hasMore = results && visibleResults && results.length > visibleResults.length
  return (
    <SiteFrame path={SEARCH_PATH} intro="what and price">
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
          <p className="mt-6 text-lead">{formatSummary(query, results?.length, search)}</p>
          {outcome && outcome.results.length > 0 && (
            <SearchFilter kinds={outcome.results.map(({ kind }) => kind)} {...{ group, query }} labels={search} />
          )}
          {visibleResults && visibleResults.length > 0 && (
            <SearchResults results={visibleResults} labels={search} className="mt-6" />
          )}
          {hasMore && (
            <ButtonLink href={buildSearchUrl({ query, group, all: true })} variant="quiet" className="mt-8">
              {fill(search.rest, { count: results.length })}
            </ButtonLink>
          )}
          {outcome?.near && <NearMatches {...outcome.near} labels={search} />}
          {!results?.length && <StartLinks heading={search.begin} links={settings?.notFound?.links} />}
        </div>
      </div>
    </SiteFrame>
  )
}
