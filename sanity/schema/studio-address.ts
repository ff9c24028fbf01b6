const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** Path at which the Studio is served, without its last slash, as in `studio/sanity.cli.ts`. The bundler replaces the variable. */
export const studioBasePath = (): string => withoutSlash(process.env.SANITY_STUDIO_BASEPATH ?? '/studio')

/** Public origin of the site, without a trailing slash: the Studio's own unless told. The bundler replaces the variable. */
export const siteOrigin = (): string =>
  withoutSlash(process.env.SANITY_STUDIO_SITE_URL || (globalThis.location?.origin ?? 'http://localhost:3000'))
