import 'server-only'
import { extractHeadings } from '@/components/site/article/table-of-contents.tsx'
import { API_ROOT } from '@/lib/routes.ts'
import { type SearchPage, extractTexts } from '@/lib/site/search/index-file.ts'
import { type SearchIndex, getSharedIndex } from '@/lib/site/search/shared-index.ts'
import { documentPath, listEntries, routedType, type RoutedType, routedTypes } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { searchRead } from '@/sanity/queries/search.ts'
import type { SEARCH_QUERY_RESULT } from '@/sanity/types.ts'
import { getKeyedGroups } from '../../api/_reference/document.ts'

type SearchContent = SEARCH_QUERY_RESULT
type PageTexts = Pick<SearchPage, 'headings' | 'plans' | 'text'>
type Article = SearchContent[Exclude<RoutedType, 'page' | 'city'>][number]

const joinTexts = (texts: (string | null | undefined)[]) => texts.filter(Boolean).join('\n')

const extractArticleTexts = ({ label, body }: Article): PageTexts => ({
  headings: extractHeadings(body).map(({ text }) => text),
  text: joinTexts([label, ...extractTexts(body)]),
})

function extractPageTexts({ blocks }: SearchContent['page'][number]): PageTexts {
  const headings = (blocks ?? []).flatMap((block) => ('heading' in block && block.heading ? [block.heading] : []))
  const offeredPlans = (blocks ?? []).flatMap((block) => (block._type === 'pricingBlock' ? (block.plans ?? []) : []))
  const plans = offeredPlans.flatMap(({ name }) => name ?? [])
  return { headings: [...plans, ...headings], plans, text: joinTexts(extractTexts(blocks)) }
}

const extractCityTexts = ({
  sections,
  localFacts,
  faqs,
  headline,
  intro,
}: SearchContent['city'][number]): PageTexts => ({
  headings: joinTexts([headline, ...(sections ?? []).map(({ heading }) => heading)]).split('\n'),
  text: joinTexts([intro, ...extractTexts([sections, localFacts, faqs])]),
})

const buildDocumentPages = <Type extends RoutedType>(
  content: SearchContent,
  type: Type,
  extractTexts: (document: SearchContent[Type][number]) => PageTexts,
): SearchPage[] =>
  content[type].map((document) => ({
    href: documentPath(type, document.key ?? ''),
    kind: routedType(type).kind,
    title: document.title ?? '',
    summary: document.summary ?? '',
    ...extractTexts(document),
  }))

function buildListPages(lists: SearchContent['lists']): SearchPage[] {
  const operations = getKeyedGroups().flatMap((group) => group.operations)
  return listEntries.flatMap(([name, { href, title }]) => {
    const intro = lists?.[name]
    if (!intro?.heading) return []
    const page = { href, title: intro.heading, summary: intro.text ?? '', text: title }
    if (href !== API_ROOT) return { ...page, kind: 'page', headings: [] }
    const text = joinTexts([title, ...operations.flatMap(({ path, description }) => [path, ...description])])
    return { ...page, kind: 'api', headings: operations.map(({ summary }) => summary), text }
  })
}

function buildPages(content: SearchContent): SearchPage[] {
  const articles = routedTypes.filter((type) => type !== 'page' && type !== 'city')
  const pages = [
    ...buildDocumentPages(content, 'page', extractPageTexts),
    ...buildListPages(content.lists),
    ...buildDocumentPages(content, 'city', extractCityTexts),
    ...articles.flatMap((type) => buildDocumentPages(content, type, extractArticleTexts)),
  ]
  return pages.filter(({ title }) => title !== '')
}

const fetchSearchContent = () => fetchContent(searchRead, { stega: false })

/** Returns all pages with their text. In draft mode, drafts are included. */
export const getSearchPages = async (): Promise<SearchPage[]> => buildPages(await fetchSearchContent())

export const getSearchIndex = async (): Promise<SearchIndex> => getSharedIndex(await fetchSearchContent(), buildPages)
