import { getSiteOrigin } from '../sanity/schema/shared/studio-address.ts'

type StudioEnv = {
  projectId: string
  dataset: string
  /** URL of a self-hosted Content Lake, without a trailing slash. */
  apiHost: string | undefined
  /** Public origin of the previewed site, without a trailing slash. Default: the Studio's origin. */
  siteUrl: string
}

const requireVariable = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`${name} is not set. Set it to select the project that the Studio edits.`)
  return value
}

/**
 * Reads the Studio's environment variables. The bundler replaces each literal `process.env.NAME`, so computed names
 * fail.
 */
export const readStudioEnv = (): StudioEnv => ({
  projectId: requireVariable('SANITY_STUDIO_PROJECT_ID', process.env.SANITY_STUDIO_PROJECT_ID),
  dataset: process.env.SANITY_STUDIO_DATASET || 'production',
  apiHost: process.env.SANITY_STUDIO_API_HOST?.replace(/\/+$/, '') || undefined,
  siteUrl: getSiteOrigin(),
})
