import { expect } from 'vitest'
import { createAdminToken, buildCookies } from '../e2e/account/gate-visitors.ts'
import { check } from '../support/check.ts'
import { createDraftModeCookie } from '../support/pages/draft-mode.ts'
import { mapConcurrently } from '../support/until.ts'
import {
  sendRequest,
  isOffsiteRedirect,
  type ParsedResponse,
  siteUrl,
  getHeaderValues,
} from './support/raw-requests.ts'

const REDIRECT_TARGETS = [
  'http://evil.example/',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  './/evil.example',
  '@evil.example',
  'localhost@evil.example',
  `${siteUrl}@evil.example/`,
  `${siteUrl}.evil.example/`,
  `${siteUrl}//evil.example`,
  `${siteUrl}/..//evil.example`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:a',
  'file:///etc/passwd',
  'blob:http://evil.example/a',
  '//evil%E3%80%82example',
  '//evil。example',
  '//0x7f.1',
  'http://[::ffff:7f00:1]/',
  '?redirect_url=//evil.example',
  '#//evil.example',
  '/\r\nLocation: http://evil.example/',
  '',
]

/** Targets that fit in a header. A line break would start another header. */
const HEADER_TARGETS = REDIRECT_TARGETS.filter((target) => target !== '' && /^[\x21-\x7e]+$/.test(target))

const encodeQueryValue = encodeURIComponent

function describeFailure(label: string, response: ParsedResponse): string | undefined {
  const isExpected = response.status > 0 && response.status < 500 && !isOffsiteRedirect(response)
  return isExpected ? undefined : `${label}: ${response.status} ${getHeaderValues(response, 'location').join()}`
}

const collectFailures = async (cases: [line: string, headers?: string[], body?: string][]): Promise<string[]> =>
  (
    await mapConcurrently(cases, async ([line, headers, body]) =>
      describeFailure(line + (headers ?? []).join(), await sendRequest(line, headers, body)),
    )
  ).filter((failure) => failure !== undefined)

check(
  {
    what: 'Redirects after sign-in',
    tried: `${REDIRECT_TARGETS.length} foreign URLs as redirect_url of /login, and as the second redirect_url of /register, signed in`,
    expected: 'only redirects to pages of this site',
  },
  async () => {
    const { cookie = '' } = await buildCookies(createAdminToken(0))
    const headers = [`Cookie: ${cookie}`]
    const sameSiteResponse = await sendRequest('GET /login?redirect_url=%2Fdashboard%2Fcalls', headers)
    expect([sameSiteResponse.status, ...getHeaderValues(sameSiteResponse, 'location')]).toEqual([
      307,
      '/dashboard/calls',
    ])
    const cases = REDIRECT_TARGETS.flatMap((target): [string, string[]][] => [
      [`GET /login?redirect_url=${encodeQueryValue(target)}`, headers],
      [`GET /register?redirect_url=%2F&redirect_url=${encodeQueryValue(target)}`, headers],
    ])
    expect(await collectFailures(cases)).toEqual([])
    return `this site, ${cases.length + 1} times`
  },
)

check(
  {
    what: 'Redirects to the Referer',
    tried: `${HEADER_TARGETS.length} foreign URLs as Referer when ending a preview and returning from forms`,
    expected: 'only redirects to pages of this site',
  },
  async () => {
    const paths = ['/api/draft-mode/disable', '/api/contact', '/api/newsletter']
    const cases = HEADER_TARGETS.flatMap((target) =>
      paths.map((path): [string, string[]] => [`GET ${path}`, [`Referer: ${target}`]]),
    )
    expect(await collectFailures(cases)).toEqual([])
    return `this site, ${cases.length} times`
  },
)

check(
  {
    what: 'Other redirects',
    tried: `${REDIRECT_TARGETS.length} foreign URLs in sign-in, former paths, search, preview, newsletter and integrations`,
    expected: 'only redirects to pages of this site',
  },
  async () => {
    const { cookie = '' } = await buildCookies(createAdminToken(0))
    await createDraftModeCookie()
    const cases = REDIRECT_TARGETS.flatMap((target): [string, string[]?][] => [
      [`GET /sign-in?redirect_url=${encodeQueryValue(target)}`],
      [`GET /sign-up?return_to=${encodeQueryValue(target)}&next=${encodeQueryValue(target)}`],
      [`GET /help/search?q=${encodeQueryValue(target)}`],
      [`GET /dashboard?redirect_url=${encodeQueryValue(target)}`],
      [`GET /ai-sdr?to=${encodeQueryValue(target)}&redirect=${encodeQueryValue(target)}`],
      [`GET /pricing/?url=${encodeQueryValue(target)}`],
      [`GET /api/draft-mode/enable?sanity-preview-secret=a&sanity-preview-pathname=${encodeQueryValue(target)}`],
      [`GET /newsletter/confirm?token=${encodeQueryValue(target)}&page=${encodeQueryValue(target)}`],
      [`GET /api/newsletter/confirm?token=a&redirect=${encodeQueryValue(target)}`],
      [
        `GET /api/dashboard/integrations/slack/callback?code=a&state=${encodeQueryValue(target)}&return_to=${encodeQueryValue(target)}`,
        [`Cookie: ${cookie}`],
      ],
      [`GET /__clerk/v1/client?redirect_url=${encodeQueryValue(target)}`],
    ])
    const absoluteUrlCases = [
      'http://evil.example/',
      'http://evil.example/pricing/',
      'http://evil.example/dashboard',
    ].map((address): [string] => [`GET ${address}`])
    expect(await collectFailures([...cases, ...absoluteUrlCases])).toEqual([])
    return `this site or none, ${cases.length + absoluteUrlCases.length} times`
  },
)
