import { siteOrigin } from '../sanity/schema/studio-address.ts'

type StudioEnv = {
  projectId: string
  dataset: string
  /** Base URL of a Content Lake other than hosted Sanity's, without a trailing slash. */
  apiHost: string | undefined
  /** Public origin of the site that Presentation shows, without a trailing slash: the Studio's own unless told. */
  siteUrl: string
}

const required = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`${name} is not set: the Studio does not know which project it edits`)
  return value
}

/** Where this Studio reads and writes. The bundler replaces each `process.env.NAME` literally, so none may be computed. */
export const studioEnv = (): StudioEnv => ({
  projectId: required('SANITY_STUDIO_PROJECT_ID', process.env.SANITY_STUDIO_PROJECT_ID),
  dataset: process.env.SANITY_STUDIO_DATASET || 'production',
  apiHost: process.env.SANITY_STUDIO_API_HOST?.replace(/\/+$/, '') || undefined,
  siteUrl: siteOrigin(),
})
