import { isOpenPage } from '../page-route.ts'
import { knownPagesRead } from '../queries/pages.ts'
import type { Read } from '../queries/read.ts'

const PARAMETER = '$closed'

type Pages = NonNullable<(typeof knownPagesRead)['answer']>

const closedIds = (pages: Pages): string[] =>
  pages.flatMap(({ _id, _type, key }) => (isOpenPage(_type, key ?? '') ? [] : [_id])).toSorted()

/**
 * Reads without documents whose pages do not open. A query parameter, because the Content Lake computes lists, totals
 * and ranges, and GROQ has no regular expressions.
 * @param readPages reads all addresses in the read's perspective
 */
export async function withClosedPages<Answer>(
  read: Read<Answer>,
  readPages: (read: typeof knownPagesRead) => Promise<Pages>,
): Promise<Read<Answer>> {
  if (!read.query.includes(PARAMETER)) return read
  return { ...read, params: { ...read.params, closed: closedIds(await readPages(knownPagesRead)) } }
}
