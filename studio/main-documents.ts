import type { DocumentResolver } from 'sanity/presentation'

import { listRoots, slugRoots, type SluggedType } from '../sanity/schema/routes.ts'

const withoutTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1')

/** The page of a document with a slug, and the further pages of the list on it. */
const slugged = (type: SluggedType): DocumentResolver => ({
  route: [`${slugRoots[type]}/:slug`, `${slugRoots[type]}/:slug/page/:number`],
  resolve: ({ params }) => ({
    filter: `_type == "${type}" && slug.current == $slug`,
    params: { slug: params.slug ?? '' },
  }),
})

/** Lists that the site settings introduce, their further pages included. */
const introduced = [listRoots.blog, `${listRoots.blog}/page/:number`, listRoots.documentation, listRoots.api]

/** Which document a path of the site shows first, most specific route first. */
export const mainDocuments: DocumentResolver[] = [
  { route: introduced, resolve: () => ({ filter: '_id == "siteSettings"' }) },
  { route: [listRoots.press, `${listRoots.press}/page/:number`], resolve: () => ({ filter: '_id == "pressKit"' }) },
  ...(Object.keys(slugRoots) as SluggedType[]).map(slugged),
  {
    route: ['/', '/:path*'],
    resolve: ({ path }) => ({
      filter: '_type in ["page", "legalPage"] && path == $path',
      params: { path: withoutTrailingSlash(path) },
    }),
  },
]
