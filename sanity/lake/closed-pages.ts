import { isOpenPage } from '../page-route.ts'
import { knownPagesRead } from '../queries/pages.ts'
import type { Read } from '../queries/read.ts'

const PARAMETER = '$closed'

type Pages = NonNullable<(typeof knownPagesRead)['answer']>

const closedIds = (pages: Pages): string[] =>
  pages.flatMap(({ _id, _type, key }) => (isOpenPage(_type, key ?? '') ? [] : [_id])).toSorted()

/**
 * Adds the ids of documents without a reachable page to the read's parameters.
 * The query must exclude them because the Content Lake computes lists, totals and ranges.
 * GROQ has no regular expressions, so it cannot validate paths itself.
 * @param readPages reads all paths in the same perspective as `read`
 */
export async function withClosedPages<Answer>(
  read: Read<Answer>,
  readPages: (read: typeof knownPagesRead) => Promise<Pages>,
): Promise<Read<Answer>> {
  if (!read.query.includes(PARAMETER)) return read
  return { ...read, params: { ...read.params, closed: closedIds(await readPages(knownPagesRead)) } }
}
