/**
 * Marks a page that says "there is nothing here", rendered as `<meta name="page-status" content="404"/>`.
 * Next answers `notFound()` on a page it stores with an empty document that only a script fills; a page that carries
 * this mark is complete HTML, and the page cache gives it its status. Text from the CMS is escaped and cannot forge it.
 */
export const MISSING_PAGE = { name: 'page-status', content: '404' }

const MARK = /<meta name="page-status" content="(\d{3})"\/>/

/** HTTP status of a page to be stored, or undefined when the page does not say. */
export function statusOf(html: string): number | undefined {
  const status = MARK.exec(html)?.[1]
  return status === undefined ? undefined : Number(status)
}
