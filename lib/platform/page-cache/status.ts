/**
 * Meta element `<meta name="page-status" content="404"/>`, from which the page cache sets the status. Next.js's
 * `notFound()` on a cached page sends an empty document that needs scripts. CMS text is escaped, so it cannot forge the
 * element.
 */
export const MISSING_PAGE = { name: 'page-status', content: '404' }

const MARK = /<meta name="page-status" content="(\d{3})"\/>/

export function statusOf(html: string): number | undefined {
  const status = MARK.exec(html)?.[1]
  return status === undefined ? undefined : Number(status)
}
