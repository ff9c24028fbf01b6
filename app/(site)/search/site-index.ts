import 'server-only'
import { articleHeadings } from '@/components/site/article/table-of-contents.tsx'
import { API_ROOT } from '@/lib/routes.ts'
import { type SearchPage, textsIn } from '@/lib/site/search/index-file.ts'
import { type SearchIndex, sharedIndex } from '@/lib/site/search/shared-index.ts'
import { documentPath, listEntries, routedType, type RoutedType, routedTypes } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { searchRead } from '@/sanity/queries/search.ts'
import type { SEARCH_QUERY_RESULT } from '@/sanity/types.ts'
import { keyedGroups } from '../../api/_reference/document.ts'

type Found = SEARCH_QUERY_RESULT
type Texts = Pick<SearchPage, 'headings' | 'plans' | 'text'>
type FoundArticle = Found[Exclude<RoutedType, 'page' | 'city'>][number]

const joined = (texts: (string | null | undefined)[]) => texts.filter(Boolean).join('\n')

const articleTexts = ({ label, body }: FoundArticle): Texts => ({
  headings: articleHeadings(body).map(({ text }) => text),
  text: joined([label, ...textsIn(body)]),
})

function pageTexts({ blocks }: Found['page'][number]): Texts {
  const headings = (blocks ?? []).flatMap((block) => ('heading' in block && block.heading ? [block.heading] : []))
  const sold = (blocks ?? []).flatMap((block) => (block._type === 'pricingBlock' ? (block.plans ?? []) : []))
  const plans = sold.flatMap(({ name }) => name ?? [])
  return { headings: [...plans, ...headings], plans, text: joined(textsIn(blocks)) }
}

const cityTexts = ({ sections, localFacts, faqs, headline, intro }: Found['city'][number]): Texts => ({
  headings: joined([headline, ...(sections ?? []).map(({ heading }) => heading)]).split('\n'),
  text: joined([intro, ...textsIn([sections, localFacts, faqs])]),
})

const documentPages = <Type extends RoutedType>(
  found: Found,
  type: Type,
  textsOf: (document: Found[Type][number]) => Texts,
): SearchPage[] =>
  found[type].map((document) => ({
    href: documentPath(type, document.key ?? ''),
    kind: routedType(type).kind,
    title: document.title ?? '',
    summary: document.summary ?? '',
    ...textsOf(document),
  }))

function listPages(lists: Found['lists']): SearchPage[] {
  const operations = keyedGroups().flatMap((group) => group.operations)
  return listEntries.flatMap(([name, { href, title }]) => {
    const intro = lists?.[name]
    if (!intro?.heading) return []
    const own = { href, title: intro.heading, summary: intro.text ?? '', text: title }
    if (href !== API_ROOT) return { ...own, kind: 'page', headings: [] }
    const text = joined([title, ...operations.flatMap(({ path, description }) => [path, ...description])])
    return { ...own, kind: 'api', headings: operations.map(({ summary }) => summary), text }
  })
}

function pagesIn(found: Found): SearchPage[] {
  const articles = routedTypes.filter((type) => type !== 'page' && type !== 'city')
  const pages = [
    ...documentPages(found, 'page', pageTexts),
    ...listPages(found.lists),
    ...documentPages(found, 'city', cityTexts),
    ...articles.flatMap((type) => documentPages(found, type, articleTexts)),
  ]
  return pages.filter(({ title }) => title !== '')
}

const searched = () => fetchContent(searchRead, { stega: false })

/** Returns all pages with their text. In draft mode, drafts are included. */
export const searchPages = async (): Promise<SearchPage[]> => pagesIn(await searched())

export const searchIndex = async (): Promise<SearchIndex> => sharedIndex(await searched(), pagesIn)
