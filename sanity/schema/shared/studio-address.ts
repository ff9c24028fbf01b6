const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** Returns the Studio's base path without a trailing slash. The bundler replaces the environment variable. */
const studioBasePath = (): string => withoutSlash(process.env.SANITY_STUDIO_BASEPATH ?? '/studio')

/**
 * Returns the site's origin without a trailing slash. Default: the Studio's origin.
 * The bundler replaces the environment variable.
 */
export const siteOrigin = (): string =>
  withoutSlash(process.env.SANITY_STUDIO_SITE_URL || (globalThis.location?.origin ?? 'http://localhost:3000'))

/** Returns the insert menu image of a block. `node tests/bench/block-pictures.ts` generates the images. */
export const blockPicture = (name: string): string => `${studioBasePath()}/static/blocks/${name}.webp`
