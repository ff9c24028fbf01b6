import { PAGE_SIZE } from '../constants.ts'

export type Paging = { page: number; last: number; previous: string | undefined; next: string | undefined }

/** Returns the indexes of a page in the whole list; the end is exclusive. */
export const getPageRange = (page: number) => ({ from: (page - 1) * PAGE_SIZE, to: page * PAGE_SIZE })

/** Returns the path of a page. The first page has no number. */
export const buildPagePath = (root: string, page: number) => (page === 1 ? root : `${root}/page/${page}`)

/** Returns the data of a page; undefined beyond the last page. An empty list has one page. */
export function buildPaging(root: string, page: number, total: number): Paging | undefined {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (page > last) return undefined
  return {
    page,
    last,
    previous: page > 1 ? buildPagePath(root, page - 1) : undefined,
    next: page < last ? buildPagePath(root, page + 1) : undefined,
  }
}
