import type { Metadata } from 'next'
import { SearchFilter } from '@/components/search/search-filter.tsx'
import { SearchForm } from '@/components/search/search-form.tsx'
import { SearchResults } from '@/components/search/search-results.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { log } from '@/lib/log/log.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { searcher } from '@/lib/search/find.ts'
import { searchEntries } from '@/lib/search/index-file.ts'
import { queryIn, wordsOf } from '@/lib/search/text.ts'
import { type SearchKind, searchKinds, type Words } from '@/lib/words.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getWords } from '../site-data.ts'
import { SiteFrame } from '../site-frame.tsx'
import { searchPages } from './site-index.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Not even tried at build time: a build needs no Content Lake. */
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

/** Pages with the words of a query, none without a word to look for; undefined when nothing answers. */
async function find(query: string) {
  if (wordsOf(query).length === 0) return []
  try {
    const pages = await searchPages()
    const texts = new Map(pages.map(({ href, text }) => [href, text]))
    const hits = (await searcher(searchEntries(pages)))(query)
    return hits.map(({ entry, matched }) => ({ ...entry, text: texts.get(entry.href) ?? '', matched }))
  } catch (err) {
    log.warn({ err }, 'A search of the site had no answer')
    return undefined
  }
}

const kindIn = (value: string | string[] | undefined): SearchKind | undefined =>
  typeof value === 'string' && Object.hasOwn(searchKinds, value) ? (value as SearchKind) : undefined

function summary(query: string, count: number | undefined, words: Words['search']): string {
  if (count === undefined) return words.unavailable
  if (wordsOf(query).length === 0) return words.hint
  if (count === 0) return fill(words.none, { query })
  return fill(count === 1 ? words.one : words.many, { query, count })
}

/** Answers the search form; rendered for each request. */
export default async function Page({ searchParams }: Props) {
  const params = await searchParams
  const query = queryIn(params.q)
  const kind = kindIn(params.in)
  const [found, { search }] = await Promise.all([find(query), getWords()])
  const results = found?.filter((result) => !kind || result.kind === kind)
  return (
    <SiteFrame path={SEARCH_PATH}>
      <div className="wrap pt-10 pb-24 md:pt-16">
        <h1 className="text-title">{search.heading}</h1>
        <SearchForm
          label={search.heading}
          placeholder={search.placeholder}
          submit={search.open}
          query={query}
          kind={kind}
          className="mt-8 max-w-text"
        />
        {found && found.length > 0 && (
          <SearchFilter kinds={found.map((result) => result.kind)} {...{ kind, query }} words={search} />
        )}
        <p className="mt-6 mb-8 text-muted-foreground">{summary(query, results?.length, search)}</p>
        {results && results.length > 0 && <SearchResults results={results} words={search} />}
      </div>
    </SiteFrame>
  )
}
