import { env } from '../env.ts'
import { voiceAgentSources } from '../voice-agent.ts'
import { ownScriptHashes } from './inline-scripts.ts'
import { type Directives, mergeDirectives, policyHeader } from './policy.ts'
import { lakeSources } from './studio-policy.ts'

export type PolicyOptions = {
  /** Who may show the page in a frame, as CSP source expressions. */
  frameAncestors: string[]
  /** True on a site that is served over https. */
  secure: boolean
  /** Sources besides the site's own files: what a vendor's script needs. */
  additional?: Directives
  /** Whether a vendor's script is among them, which makes scripts and HTML of text: Trusted Types would block it. */
  hasForeignScripts?: boolean
}

/** Options of the policy of public pages, from the environment. By default there is no voice agent, and Trusted Types are required. */
export const sitePolicyOptions = (): Required<PolicyOptions> => ({
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: env().siteUrl.startsWith('https:'),
  hasForeignScripts: env().voiceAgent !== undefined,
  // Recordings of sample calls are files of the Content Lake, and that of the sample dashboard one of the site.
  additional: mergeDirectives(voiceAgentSources(env().voiceAgent), {
    'media-src': ["'self'", ...lakeSources(env().apiHost).images],
  }),
})

/** No text becomes a script or HTML but by browser/trusted-types.ts. On public pages without a voice agent, which is the default. */
const TRUSTED_TYPES: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'form'],
}

/**
 * The Content-Security-Policy of a public page: nothing but own files, and the inline scripts that are named.
 * Inline style attributes stay allowed: images carry their blurred placeholder and colour in one.
 * @param scripts source expressions of the inline scripts that may run: hashes or a nonce
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

/** What a preview needs: the Content Lake, which tells of changes, and the styles that the Studio's overlays make. */
function previewSources(): Directives {
  const lake = lakeSources(env().apiHost)
  return { 'connect-src': lake.connect, 'img-src': lake.images, 'style-src': ["'unsafe-inline'"] }
}

/**
 * The Content-Security-Policy of a preview of drafts, which the framework makes for each request.
 * @param nonce random text of this one answer, which the framework gives its own scripts
 */
export function draftPolicy(nonce: string): string {
  const options = sitePolicyOptions()
  // The development server evaluates code.
  const development: Directives = process.env.NODE_ENV === 'development' ? { 'script-src': ["'unsafe-eval'"] } : {}
  return sitePolicy([`'nonce-${nonce}'`, ...ownScriptHashes], {
    ...options,
    // The framework takes over the preview, and the Studio's overlays are not written for Trusted Types.
    hasForeignScripts: true,
    additional: mergeDirectives(options.additional, previewSources(), development),
  })
}
