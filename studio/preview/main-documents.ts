import type { DocumentResolver } from 'sanity/presentation'

import { HOME_PATH } from '../../lib/routes.ts'
import { groqList, listEntries, pathTypes, slugRoot, slugTypes, type SlugType } from '../../sanity/content-types.ts'

const withoutTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1')

/** The page of a document with a slug, and the further pages of the list on it. */
const slugged = (type: SlugType): DocumentResolver => ({
  route: [`${slugRoot(type)}/:slug`, `${slugRoot(type)}/:slug/page/:number`],
  resolve: ({ params }) => ({
    filter: `_type == "${type}" && slug.current == $slug`,
    params: { slug: params.slug ?? '' },
  }),
})

/** A list and its further pages show a document of their own first, or what the site settings say of them. */
const listed = listEntries.map(([, { href, document = 'siteSettings' }]): DocumentResolver => ({
  route: [href, `${href}/page/:number`],
  resolve: () => ({ filter: `_id == "${document}"` }),
}))

/** Which document a path of the site shows first, most specific route first. */
export const mainDocuments: DocumentResolver[] = [
  ...listed,
  ...slugTypes.map(slugged),
  {
    route: [HOME_PATH, '/:path*'],
    resolve: ({ path }) => ({
      filter: `_type in ${groqList(pathTypes)} && path == $path`,
      params: { path: withoutTrailingSlash(path) },
    }),
  },
]
