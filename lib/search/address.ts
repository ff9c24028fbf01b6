import { SEARCH_PATH } from '../routes.ts'
import type { SearchGroup } from '../words.ts'

type Asked = {
  query: string
  /** What the results are narrowed to. */
  group?: SearchGroup | undefined
  /** Every result, not only the first ones. */
  all?: boolean
}

/** The address of a page of results. */
export const searchAddress = ({ query, group, all }: Asked): string =>
  `${SEARCH_PATH}?${new URLSearchParams({ q: query, ...(group && { in: group }), ...(all && { all: '1' }) })}`
