import { isOpenPage } from '../page-route.ts'
import { knownPagesRead } from '../queries/pages.ts'
import type { Read } from '../queries/read.ts'

const CLOSED_PARAMETER = '$closed'

type Pages = NonNullable<(typeof knownPagesRead)['answer']>

const findClosedIds = (pages: Pages): string[] =>
  pages.flatMap(({ _id, _type, key }) => (isOpenPage(_type, key ?? '') ? [] : [_id])).toSorted()

/**
 * Adds the ids of documents whose page is unreachable to the read's parameters.
 * The query must exclude them because the Content Lake computes lists, totals and ranges.
 * GROQ has no regular expressions, so it cannot validate paths itself.
 * @param readPages reads all paths in the same perspective as `read`
 */
export async function addClosedIds<Answer>(
  read: Read<Answer>,
  readPages: (read: typeof knownPagesRead) => Promise<Pages>,
): Promise<Read<Answer>> {
  if (!read.query.includes(CLOSED_PARAMETER)) return read
  return { ...read, params: { ...read.params, closed: findClosedIds(await readPages(knownPagesRead)) } }
}
