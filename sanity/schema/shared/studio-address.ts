const removeTrailingSlash = (address: string): string => address.replace(/\/+$/, '')

/** Returns the Studio's base path without a trailing slash. The bundler replaces the environment variable. */
const getStudioBasePath = (): string => removeTrailingSlash(process.env.SANITY_STUDIO_BASEPATH ?? '/studio')

/**
 * Returns the site's origin without a trailing slash. Default: the Studio's origin.
 * The bundler replaces the environment variable.
 */
export const getSiteOrigin = (): string =>
  removeTrailingSlash(process.env.SANITY_STUDIO_SITE_URL || (globalThis.location?.origin ?? 'http://localhost:3000'))

/** Returns the insert menu image of a block. `node tests/bench/block-pictures.ts` generates the images. */
export const getBlockPicture = (name: string): string => `${getStudioBasePath()}/static/blocks/${name}.webp`
