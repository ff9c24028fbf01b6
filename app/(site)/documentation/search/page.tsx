import type { Metadata } from 'next'
import { Breadcrumb } from '@/components/ui/breadcrumb.tsx'
import { DocResults, DocSearchForm } from '@/components/docs/doc-search.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { DocColumns, DocTree } from '@/components/docs/doc-tree.tsx'
import { DOCUMENTATION_ROOT, DOCUMENTATION_SEARCH } from '@/lib/routes.ts'
import { patternsOf, queryIn, wordsOf } from '@/lib/docs/search.ts'
import type { Words } from '@/lib/words.ts'
import { log } from '@/lib/log/log.ts'
import { fetchContent, fetchUncached } from '@/sanity/fetch.ts'
import { docSearchRead, docTreeRead } from '@/sanity/queries/documentation.ts'
import { getWords } from '../../site-data.ts'
import { documentMetadata } from '../../document-metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Not even tried at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const { documentation } = await getWords({ stega: false })
  const metadata = await documentMetadata({
    path: DOCUMENTATION_SEARCH,
    picturePath: DOCUMENTATION_ROOT,
    seo: null,
    title: documentation.searchHeading,
    description: null,
  })
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

type Found = { query: string; words: string[]; count: number | undefined }

function summary({ query, words, count }: Found, texts: Words['documentation']): string {
  if (count === undefined) return texts.searchFailed
  if (words.length === 0) return texts.searchHint
  if (count === 0) return fill(texts.searchNone, { query })
  return fill(count === 1 ? texts.searchOne : texts.searchMany, { query, count })
}

/** Answers the search form; rendered for each request. */
export default async function Page({ searchParams }: Props) {
  const query = queryIn((await searchParams).q)
  const words = wordsOf(query)
  const [results, tree, { documentation }] = await Promise.all([search(words), fetchContent(docTreeRead), getWords()])
  return (
    <DocColumns side={<DocTree tree={tree} title={documentation.all} />}>
      <div className="min-w-0">
        <Breadcrumb steps={[{ label: documentation.documentation, href: DOCUMENTATION_ROOT }]} />
        <h1 className="mt-2 text-title">{documentation.searchHeading}</h1>
        <DocSearchForm words={documentation} query={query} className="mt-8 max-w-text" />
        <p className="mt-6 mb-8 text-muted">{summary({ query, words, count: results?.length }, documentation)}</p>
        {results && results.length > 0 && <DocResults results={results} words={words} />}
      </div>
    </DocColumns>
  )
}
