import type { DOC_TREE_QUERY_RESULT } from '../../sanity/types.ts'

export type DocLink = DOC_TREE_QUERY_RESULT[number]['pages'][number]

/** The pages before and after one in reading order, across sections. */
export function docNeighbours(tree: DOC_TREE_QUERY_RESULT, id: string) {
  const pages: DocLink[] = tree.flatMap((section) => section.pages)
  const position = pages.findIndex(({ _id }) => _id === id)
  if (position === -1) return { previous: undefined, next: undefined }
  return { previous: pages[position - 1], next: pages[position + 1] }
}
