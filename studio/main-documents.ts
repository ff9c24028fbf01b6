import type { DocumentResolver } from 'sanity/presentation'

import { CITY_INDEX_PATH } from './routes.ts'

const withoutTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1')

/** Which document a path of the site shows first, most specific route first. */
export const mainDocuments: DocumentResolver[] = [
  {
    route: `${CITY_INDEX_PATH}/:slug`,
    resolve: ({ params }) => ({
      filter: '_type == "city" && slug.current == $slug',
      params: { slug: params.slug ?? '' },
    }),
  },
  {
    route: ['/', '/:path*'],
    resolve: ({ path }) => ({
      filter: '_type == "page" && path == $path',
      params: { path: withoutTrailingSlash(path) },
    }),
  },
]
