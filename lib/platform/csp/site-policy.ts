import { env } from '../env/env.ts'
import { voiceAgentSources } from '../env/voice-agent.ts'
import { ownScriptHashes } from './inline-scripts.ts'
import { type Directives, mergeDirectives, policyHeader } from './policy.ts'
import { lakeSources } from './studio-policy.ts'

export type PolicyOptions = {
  frameAncestors: string[]
  secure: boolean
  additional?: Directives
  /** Whether vendor scripts run. They create HTML and scripts from text, which Trusted Types would block. */
  hasForeignScripts?: boolean
}

/**
 * Returns the policy options of this environment. By default, the site has no voice agent, and Trusted Types are on.
 */
export const sitePolicyOptions = (): Required<PolicyOptions> => ({
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: env().siteUrl.startsWith('https:'),
  hasForeignScripts: env().voiceAgent !== undefined,
  // Recordings of sample calls are in the Content Lake. The sample dashboard's recording is a file of the site.
  additional: mergeDirectives(voiceAgentSources(env().voiceAgent), {
    'media-src': ["'self'", ...lakeSources(env().apiHost).images],
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
export const sitePolicy = (
  scripts: string[],
  { frameAncestors, secure, additional = {}, hasForeignScripts = false }: PolicyOptions,
): string =>
  policyHeader(
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
      ...(!hasForeignScripts && TRUSTED_TYPES),
    },
    additional,
  )

/** Returns the sources for the Content Lake's live updates and for the inline styles of the Studio's overlays. */
function previewSources(): Directives {
  const lake = lakeSources(env().apiHost)
  return { 'connect-src': lake.connect, 'img-src': lake.images, 'style-src': ["'unsafe-inline'"] }
}

/** Builds the CSP of a draft preview, which renders per request. */
export function draftPolicy(nonce: string): string {
  const options = sitePolicyOptions()
  // The development server needs `eval`.
  const development: Directives = process.env.NODE_ENV === 'development' ? { 'script-src': ["'unsafe-eval'"] } : {}
  return sitePolicy([`'nonce-${nonce}'`, ...ownScriptHashes], {
    ...options,
    // The Studio's overlays do not support Trusted Types.
    hasForeignScripts: true,
    additional: mergeDirectives(options.additional, previewSources(), development),
  })
}
