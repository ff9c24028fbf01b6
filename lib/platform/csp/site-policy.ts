import { env } from '../env/env.ts'
import { getVoiceAgentSources } from '../env/voice-agent.ts'
import { knownScriptHashes } from './inline-scripts.ts'
import { type Directives, mergeDirectives, buildPolicyHeader } from './policy.ts'
import { getLakeSources } from './studio-policy.ts'

export type PolicyOptions = {
  frameAncestors: string[]
  secure: boolean
  additional?: Directives
  /** Whether vendor scripts run. They create HTML and scripts from text, which Trusted Types would block. */
  hasVendorScripts?: boolean
}

/**
 * Returns the policy options of this environment. By default, the site has no voice agent, and Trusted Types are on.
 */
export const getSitePolicyOptions = (): Required<PolicyOptions> => ({
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: env().siteUrl.startsWith('https:'),
  hasVendorScripts: env().voiceAgent !== undefined,
  // Recordings of sample calls are in the Content Lake. The sample dashboard's recording is a file of the site.
  additional: mergeDirectives(getVoiceAgentSources(env().voiceAgent), {
    'media-src': ["'self'", ...getLakeSources(env().apiHost).images],
  }),
})

/**
 * Trusted Types: only browser/trusted-types.ts may turn text into scripts or HTML. A site with a voice agent omits
 * them.
 */
const TRUSTED_TYPES: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'form'],
}

/**
 * Builds the CSP of a page. Inline style attributes are allowed for image placeholders.
 * @param scripts hashes or nonce of the inline scripts
 */
export const buildSitePolicy = (
  scripts: string[],
  { frameAncestors, secure, additional = {}, hasVendorScripts = false }: PolicyOptions,
): string =>
  buildPolicyHeader(
    {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...scripts],
      'style-src': ["'self'"],
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': frameAncestors,
      ...(secure && { 'upgrade-insecure-requests': [] }),
      ...(!hasVendorScripts && TRUSTED_TYPES),
    },
    additional,
  )

/** Returns the sources for the Content Lake's live updates and for the inline styles of the Studio's overlays. */
function getPreviewSources(): Directives {
  const sources = getLakeSources(env().apiHost)
  return { 'connect-src': sources.connect, 'img-src': sources.images, 'style-src': ["'unsafe-inline'"] }
}

/** Builds the CSP of a draft preview, which renders per request. */
export function buildDraftPolicy(nonce: string): string {
  const options = getSitePolicyOptions()
  // The development server needs `eval`.
  const developmentDirectives: Directives =
    process.env.NODE_ENV === 'development' ? { 'script-src': ["'unsafe-eval'"] } : {}
  return buildSitePolicy([`'nonce-${nonce}'`, ...knownScriptHashes], {
    ...options,
    // The Studio's overlays do not support Trusted Types.
    hasVendorScripts: true,
    additional: mergeDirectives(options.additional, getPreviewSources(), developmentDirectives),
  })
}
