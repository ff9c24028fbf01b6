import type { Metadata } from 'next'
import { Breadcrumb } from '@/components/ui/breadcrumb.tsx'
import { DocResults, DocSearchForm } from '@/components/docs/doc-search.tsx'
import { DocColumns, DocTree } from '@/components/docs/doc-tree.tsx'
import { DOCUMENTATION_ROOT, DOCUMENTATION_SEARCH } from '@/lib/routes.ts'
import { patternsOf, queryIn, wordsOf } from '@/lib/docs/search.ts'
import { log } from '@/lib/log/log.ts'
import { fetchContent, fetchUncached } from '@/sanity/fetch.ts'
import { docSearchRead, docTreeRead } from '@/sanity/queries/documentation.ts'
import { documentMetadata } from '../../document-metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Not even tried at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

const TITLE = 'Search the documentation'

export async function generateMetadata(): Promise<Metadata> {
  const metadata = await documentMetadata({ path: DOCUMENTATION_SEARCH, seo: null, title: TITLE, description: null })
  return { ...metadata, robots: { index: false } }
}

/** Results, none without a word to look for; undefined when the Content Lake does not answer. */
async function search(words: string[]) {
  if (words.length === 0) return []
  try {
    return await fetchUncached(docSearchRead(patternsOf(words)))
  } catch (err) {
    log.warn({ err }, 'A search of the documentation had no answer')
    return undefined
  }
}

function summary(query: string, words: string[], found: number | undefined): string {
  if (found === undefined) return 'The search does not answer right now. Please try again in a minute.'
  if (words.length === 0) return 'Write a word or two of what you look for.'
  if (found === 0) return `No page has all the words of “${query}”. Try fewer or shorter ones.`
  return found === 1 ? `One page has “${query}”.` : `${found} pages have “${query}”.`
}

/** Answers the search form; rendered for each request. */
export default async function Page({ searchParams }: Props) {
  const query = queryIn((await searchParams).q)
  const words = wordsOf(query)
  const [results, tree] = await Promise.all([search(words), fetchContent(docTreeRead)])
  return (
    <DocColumns side={<DocTree tree={tree} />}>
      <div className="min-w-0">
        <Breadcrumb steps={[{ label: 'Documentation', href: DOCUMENTATION_ROOT }]} />
        <h1 className="mt-2 text-title">{TITLE}</h1>
        <DocSearchForm query={query} className="mt-8 max-w-text" />
        <p className="mt-6 mb-8 text-muted">{summary(query, words, results?.length)}</p>
        {results && results.length > 0 && <DocResults results={results} words={words} />}
      </div>
    </DocColumns>
  )
}
