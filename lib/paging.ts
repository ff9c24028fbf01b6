import { PAGE_SIZE } from './constants.ts'

/** Which page of a list this is, and the addresses beside it. */
export type Paging = { page: number; last: number; previous: string | undefined; next: string | undefined }

/** Positions of a page's entries in the whole list, the end excluded. */
export const pageRange = (page: number) => ({ from: (page - 1) * PAGE_SIZE, to: page * PAGE_SIZE })

/** Address of a page of the list at `root`; the first has no number. */
export const pageAddress = (root: string, page: number) => (page === 1 ? root : `${root}/page/${page}`)

/** The paging of a list of `total` entries; undefined beyond its last page. An empty list has one page. */
export function paging(root: string, page: number, total: number): Paging | undefined {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (page > last) return undefined
  return {
    page,
    last,
    previous: page > 1 ? pageAddress(root, page - 1) : undefined,
    next: page < last ? pageAddress(root, page + 1) : undefined,
  }
}
