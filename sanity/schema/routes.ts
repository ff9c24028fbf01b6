/** Below which path the documents of a type live, each at its slug. Pages and legal pages have a path of their own. */
export const slugRoots = {
  city: '/hvac-ai-sdr',
  post: '/blog',
  author: '/blog/author',
  category: '/blog/category',
  pressItem: '/press',
  docPage: '/documentation',
} as const

/** Lists that fill themselves: addresses without a document of their own. */
export const listRoots = { blog: '/blog', press: '/press', documentation: '/documentation', api: '/api' } as const

export type SluggedType = keyof typeof slugRoots

/** The document that lives at a path by its slug: `/blog/author/jo` is the author `jo`. Undefined for other paths. */
export function documentAt(path: string): { type: SluggedType; slug: string } | undefined {
  const end = path.lastIndexOf('/')
  const slug = path.slice(end + 1)
  const type = (Object.keys(slugRoots) as SluggedType[]).find(
    (candidate) => slugRoots[candidate] === path.slice(0, end),
  )
  return type && slug ? { type, slug } : undefined
}
