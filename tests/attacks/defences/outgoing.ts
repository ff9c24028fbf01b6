import type { Change } from '../../support/defences/check.ts'

const follow = (file: string, how: 'error' | 'manual' = 'error'): Change => ({
  file,
  from: `redirect: '${how}'`,
  to: "redirect: 'follow'",
})

/** What keeps the site from asking addresses that others choose, and how it is taken away. */
export const outgoing = {
  pictures: [
    {
      file: 'proxy.ts',
      from: 'more.length === 0 && isSignedImage(address)',
      to: '(more.length > 9 || address !== "")',
    },
    {
      file: 'next.config.ts',
      from: 'remotePatterns: [{ protocol, hostname, port, pathname: `/images/${projectId}/${dataset}/**` }]',
      to: "remotePatterns: [{ hostname: '**' }]",
    },
  ],
  redirectedPictures: [{ file: 'next.config.ts', from: 'maximumRedirects: 0', to: 'maximumRedirects: 3' }],
  addresses: [
    { file: 'lib/alerts/push.ts', from: '!isPushAddress(endpoint, siteUrl)', to: 'siteUrl === endpoint' },
    { file: 'lib/calls/recording.ts', from: '!isAllowed(address, { siteUrl, apiUrl })', to: 'siteUrl === address' },
    {
      file: 'lib/integrations/api.ts',
      from: '/^https:\\/\\/[\\w.-]+\\.(salesforce|force)\\.com$/.test(own)',
      to: "own.endsWith('.com')",
    },
  ],
  redirects: [
    follow('lib/alerts/push.ts'),
    follow('lib/calls/recording.ts'),
    follow('lib/voice/vendor-api.ts'),
    follow('lib/contact/delivery/webhook.ts'),
    follow('lib/integrations/bounded-fetch.ts', 'manual'),
  ],
  files: [
    {
      file: 'server/static-files.ts',
      from: 'has = (path: string): boolean => this.#names.has(path.slice(STATIC_ROOT.length))',
      to: "has = (path: string): boolean => path.endsWith('.js')",
    },
    { file: 'server/static-files.ts', from: ' || !this.#names.has(name)', to: '' },
  ],
  assets: [
    {
      file: 'next.config.ts',
      from: 'poweredByHeader: false,',
      to: 'poweredByHeader: false, productionBrowserSourceMaps: true,',
    },
  ],
  drafts: [
    {
      file: 'sanity/client.ts',
      from: "perspective: 'published',",
      to: "perspective: 'drafts', token: env().readToken,",
    },
  ],
  errors: [
    {
      file: 'app/api/_forms/form-route.ts',
      from: 'Response.json({ error }, { status })',
      to: 'Response.json({ error, at: new Error(error).stack }, { status })',
    },
  ],
  log: [
    {
      file: 'app/api/calendar/[file]/route.ts',
      from: '  const asked = {',
      to: "  log.warn({ file }, 'A calendar is read')\n  const asked = {",
    },
  ],
} satisfies Record<string, Change[]>
