import { SEARCH_FILE_PATH, SEARCH_PATH } from '@/lib/routes.ts'
import type { SearchFile } from '@/lib/site/search/entry.ts'
import { buildSearchEntries } from '@/lib/site/search/index-file.ts'
import { type SearchKind, searchKinds } from '@/lib/site/ui-copy.ts'
import { getSettings, getLabels } from '../../site-data.ts'
import { getSearchPages } from '../site-index.ts'

type Context = { params: Promise<{ file: string }> }

/**
 * Next.js renders the file at the first request, because builds cannot read the Content Lake. The cache entry has the
 * content tags of the file.
 */
export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  if (`${SEARCH_PATH}/${file}` !== SEARCH_FILE_PATH) return new Response('Not found.\n', { status: 404 })
  const [pages, { search }, settings] = await Promise.all([
    getSearchPages(),
    getLabels({ stega: false }),
    getSettings({ stega: false }),
  ])
  const kinds = Object.fromEntries(
    Object.keys(searchKinds).map((kind) => [kind, search[kind as SearchKind]]),
  ) as SearchFile['words']['kinds']
  const { one, many, none, instead, section } = search
  const startLinks = settings?.notFound?.links?.flatMap(({ href }) => href ?? []) ?? []
  return Response.json({
    words: { one, many, none, instead, section, kinds },
    begin: startLinks,
    entries: buildSearchEntries(pages),
  } satisfies SearchFile)
}
