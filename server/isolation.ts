import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '../lib/routes.ts'

export const OPENER_POLICY = 'cross-origin-opener-policy'
export const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** What others show on their pages or read there: pictures in mails and previews of links, feeds. */
const FOR_OTHERS = /^(?:image\/|application\/(?:(?:atom|rss)\+xml|feed\+json)\b)/

const NOT_PUBLIC = /\b(?:private|no-store)\b/

/** Whether pages of others may load an answer, by its type and `Cache-Control`. */
export const resourcePolicy = (type: string | undefined = '', cacheControl: string | undefined = ''): string =>
  FOR_OTHERS.test(type) && !NOT_PUBLIC.test(cacheControl) ? 'cross-origin' : 'same-origin'

/** No other page may hold on to the window of one of ours. */
export const ALONE = 'same-origin'

/** The Studio, and the sign-in, open windows of others and hear from them: Sanity, the preview, who vouches for a person. */
const OPENERS = ['/studio', DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH]

/** The way to a preview. The Studio that has opened it in a window, on its own address or on that of Sanity, talks with it. */
const PREVIEWS = '/api/draft-mode/'

/** Which other pages may hold on to the window of something that the framework answers. */
export function openerPolicy(path: string, isPreview: boolean): string {
  if (isPreview || path.startsWith(PREVIEWS)) return 'unsafe-none'
  return OPENERS.some((root) => path === root || path.startsWith(`${root}/`)) ? 'same-origin-allow-popups' : ALONE
}
