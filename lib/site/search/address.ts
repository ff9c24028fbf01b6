import { SEARCH_PATH } from '../../routes.ts'
import type { SearchGroup } from '../ui-copy.ts'

type SearchParameters = {
  query: string
  group?: SearchGroup | undefined
  all?: boolean
}

export const buildSearchUrl = ({ query, group, all }: SearchParameters): string =>
  `${SEARCH_PATH}?${new URLSearchParams({ q: query, ...(group && { in: group }), ...(all && { all: '1' }) })}`
