import type { DocumentResolver } from 'sanity/presentation'

import { API_ROOT, BLOG_ROOT, DOCUMENTATION_ROOT, HOME_PATH, PRESS_ROOT } from '../../lib/routes.ts'
import { groqList, pathTypes, slugRoot, slugTypes, type SlugType } from '../../sanity/content-types.ts'

const withoutTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1')

/** The page of a document with a slug, and the further pages of the list on it. */
const slugged = (type: SlugType): DocumentResolver => ({
  route: [`${slugRoot(type)}/:slug`, `${slugRoot(type)}/:slug/page/:number`],
  resolve: ({ params }) => ({
    filter: `_type == "${type}" && slug.current == $slug`,
    params: { slug: params.slug ?? '' },
  }),
})

/** Lists that the site settings introduce, their further pages included. */
const introduced = [BLOG_ROOT, `${BLOG_ROOT}/page/:number`, DOCUMENTATION_ROOT, API_ROOT]

/** Which document a path of the site shows first, most specific route first. */
export const mainDocuments: DocumentResolver[] = [
  { route: introduced, resolve: () => ({ filter: '_id == "siteSettings"' }) },
  { route: [PRESS_ROOT, `${PRESS_ROOT}/page/:number`], resolve: () => ({ filter: '_id == "pressKit"' }) },
  ...slugTypes.map(slugged),
  {
    route: [HOME_PATH, '/:path*'],
    resolve: ({ path }) => ({
      filter: `_type in ${groqList(pathTypes)} && path == $path`,
      params: { path: withoutTrailingSlash(path) },
    }),
  },
]
