import { map } from 'rxjs'
import type { DocumentLocationResolver, PresentationPluginOptions } from 'sanity/presentation'

import { apiVersion } from '../../sanity/api-version.ts'
import { LOCATION_LISTENER, LOCATION_QUERY, locationsOf } from './locations.ts'
import type { LocatedDocument } from './locations.ts'
import { mainDocuments } from './main-documents.ts'

const locations: DocumentLocationResolver = ({ id, perspectiveStack }, { documentStore }) =>
  documentStore
    .listenQuery(
      { fetch: LOCATION_QUERY, listen: LOCATION_LISTENER },
      { id },
      {
        apiVersion,
        perspective: perspectiveStack.length > 0 ? perspectiveStack : 'drafts',
        tag: 'locations',
      },
    )
    .pipe(map((document: LocatedDocument | null) => locationsOf(document)))

/** Options of the Presentation tool for the site at `siteUrl`. */
export const presentationOptions = (siteUrl: string): PresentationPluginOptions => ({
  title: 'Preview',
  previewUrl: {
    initial: siteUrl,
    previewMode: { enable: '/api/draft-mode/enable', disable: '/api/draft-mode/disable' },
  },
  allowOrigins: [siteUrl],
  resolve: { mainDocuments, locations },
})
