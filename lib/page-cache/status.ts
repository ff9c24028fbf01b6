/**
 * Marks a page that says "there is nothing here", rendered as `<meta name="page-status" content="404"/>`.
 * Next answers `notFound()` on a page it stores with an empty document that only a script fills; a page that carries
 * this mark is complete HTML, and the page cache gives it its status. Text from the CMS is escaped and cannot forge it.
 */
export const MISSING_PAGE = { name: 'page-status', content: '404' }

const MARK = /<meta name="page-status" content="(\d{3})(?: ([^"]+))?"\/>/

/** React would write `'` as an entity. */
const encode = (location: string) => encodeURIComponent(location).replaceAll("'", '%27')

/**
 * Marks a page that only sends its visitors on: `redirect()` of Next loses the address when it stores such a page anew
 * behind a visitor who is still answered from the old one.
 * @param location address to send visitors to, for good (308) or for now (307)
 */
export const movedPage = (location: string, permanent: boolean) => ({
  name: MISSING_PAGE.name,
  content: `${permanent ? 308 : 307} ${encode(location)}`,
})

/** HTTP status of a page to be stored, or undefined when the page does not say. */
export function statusOf(html: string): number | undefined {
  const status = MARK.exec(html)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** The header of a page that only sends its visitors on; none of any other page. */
export function locationHeader(html: string): { location?: string } {
  const location = MARK.exec(html)?.[2]
  return location === undefined ? {} : { location: decodeURIComponent(location) }
}
