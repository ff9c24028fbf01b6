import type { Read } from './published.ts'
import { isOpenPage } from './page-route.ts'
import { knownPagesRead } from './queries/known-pages.ts'

const PARAMETER = '$closed'

type Pages = NonNullable<(typeof knownPagesRead)['answer']>

/** Ids of the documents whose pages do not open. */
const closedIds = (pages: Pages): string[] =>
  pages.flatMap(({ _id, _type, key }) => (isOpenPage(_type, key ?? '') ? [] : [_id])).toSorted()

/**
 * A read that leaves out the documents whose pages do not open. Their query has the parameter, because lists, totals and
 * ranges are made by the Content Lake, and GROQ has no regular expressions.
 * @param readPages reads all addresses, in the perspective of the read
 */
export async function withClosedPages<Answer>(
  read: Read<Answer>,
  readPages: (read: typeof knownPagesRead) => Promise<Pages>,
): Promise<Read<Answer>> {
  if (!read.query.includes(PARAMETER)) return read
  return { ...read, params: { ...read.params, closed: closedIds(await readPages(knownPagesRead)) } }
}
