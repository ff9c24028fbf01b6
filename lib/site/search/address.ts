import { SEARCH_PATH } from '../../routes.ts'
import type { SearchGroup } from '../ui-copy.ts'

type Asked = {
  query: string
  group?: SearchGroup | undefined
  all?: boolean
}

export const searchAddress = ({ query, group, all }: Asked): string =>
  `${SEARCH_PATH}?${new URLSearchParams({ q: query, ...(group && { in: group }), ...(all && { all: '1' }) })}`
