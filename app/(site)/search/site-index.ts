import 'server-only'
import { referenceOf } from '@/lib/docs/reference.ts'
import { API_ROOT } from '@/lib/routes.ts'
import type { SearchKind } from '@/lib/search/entry.ts'
import { type SearchPage, textsIn } from '@/lib/search/index-file.ts'
import { listEntries, type RoutedType, documentPath } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { searchRead } from '@/sanity/queries/search.ts'
import type { SEARCH_QUERY_RESULT } from '@/sanity/types.ts'
import { publicDocument } from '../../api/_reference/document.ts'

type Found = SEARCH_QUERY_RESULT
type ArticleType = 'docPage' | 'post' | 'pressItem' | 'legalPage'

const joined = (texts: (string | null | undefined)[]) => texts.filter(Boolean).join('\n')

type Own = { key: string | null; title: string | null; summary?: string | null }

const page = (type: RoutedType, kind: SearchKind, { key, title, summary }: Own) => ({
  href: documentPath(type, key ?? ''),
  kind,
  title: title ?? '',
  summary: summary ?? '',
})

const KINDS: Record<ArticleType, SearchKind> = {
  docPage: 'documentation',
  post: 'post',
  pressItem: 'press',
  legalPage: 'legal',
}

const articlePage = (type: ArticleType, article: Found[ArticleType][number]): SearchPage => ({
  ...page(type, KINDS[type], article),
  headings: article.headings?.split('\n\n') ?? [],
  text: joined(['section' in article ? article.section : null, article.text, article.asides, ...(article.cells ?? [])]),
})

const contentPage = (own: Found['page'][number]): SearchPage => ({
  ...page('page', 'page', own),
  headings: (own.blocks ?? []).flatMap((block) => ('heading' in block && block.heading ? [block.heading] : [])),
  text: joined(textsIn(own.blocks)),
})

const cityPage = ({ sections, localFacts, faqs, headline, intro, ...own }: Found['city'][number]): SearchPage => ({
  ...page('city', 'city', own),
  headings: joined([headline, ...(sections ?? []).map(({ heading }) => heading)]).split('\n'),
  text: joined([intro, ...textsIn([sections, localFacts, faqs])]),
})

/** The lists have the words of their editors above them; the reference is made from the code. */
function listPages(lists: Found['lists']): SearchPage[] {
  const operations = referenceOf(publicDocument()).flatMap((group) => group.operations)
  return listEntries.flatMap(([name, { href, title }]) => {
    const intro = lists?.[name]
    if (!intro?.heading) return []
    const own = { href, title: intro.heading, summary: intro.text ?? '', text: title }
    if (href !== API_ROOT) return { ...own, kind: 'page', headings: [] }
    const text = joined([title, ...operations.flatMap(({ path, description }) => [path, ...description])])
    return { ...own, kind: 'api', headings: operations.map(({ summary }) => summary), text }
  })
}

/** Every page that the search knows with its text, and where an editor previews drafts, with theirs. */
export async function searchPages(): Promise<SearchPage[]> {
  const found = await fetchContent(searchRead, { stega: false })
  const pages = [
    ...found.page.map(contentPage),
    ...listPages(found.lists),
    ...found.docPage.map((own) => articlePage('docPage', own)),
    ...found.city.map(cityPage),
    ...found.post.map((own) => articlePage('post', own)),
    ...found.pressItem.map((own) => articlePage('pressItem', own)),
    ...found.legalPage.map((own) => articlePage('legalPage', own)),
    ...found.category.map((own) => ({ ...page('category', 'category', own), headings: [], text: '' })),
    ...found.author.map((own) => ({ ...page('author', 'author', own), headings: [], text: own.role ?? '' })),
  ] satisfies SearchPage[]
  return pages.filter(({ title }) => title !== '')
}
