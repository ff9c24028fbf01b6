/**
 * Meta element `<meta name="page-status" content="404"/>`. The page cache reads the response status from it. Next.js's
 * `notFound()` on a cached page sends an empty document that needs scripts. CMS text is escaped, so it cannot forge the
 * element.
 */
export const NOT_FOUND_META = { name: 'page-status', content: '404' }

const STATUS_META_PATTERN = /<meta name="page-status" content="(\d{3})"\/>/

export function parsePageStatus(html: string): number | undefined {
  const status = STATUS_META_PATTERN.exec(html)?.[1]
  return status === undefined ? undefined : Number(status)
}
