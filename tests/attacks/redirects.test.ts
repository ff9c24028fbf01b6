import { expect } from 'vitest'
import { adminConfirmed, cookiesWith } from '../e2e/account/gate-visitors.ts'
import { check } from '../support/check.ts'
import { draftModeCookie } from '../support/pages/draft-mode.ts'
import { forEach } from '../support/until.ts'
import { ask, leadsElsewhere, type Read, siteUrl, valuesOf } from './support/sending.ts'

const TARGETS = [
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
const HEADER_TARGETS = TARGETS.filter((target) => target !== '' && /^[\x21-\x7e]+$/.test(target))

const inQuery = encodeURIComponent

function wrong(what: string, answer: Read): string | undefined {
  const isRight = answer.status > 0 && answer.status < 500 && !leadsElsewhere(answer)
  return isRight ? undefined : `${what}: ${answer.status} ${valuesOf(answer, 'location').join()}`
}

const allOf = async (tries: [line: string, headers?: string[], body?: string][]): Promise<string[]> =>
  (
    await forEach(tries, async ([line, headers, body]) =>
      wrong(line + (headers ?? []).join(), await ask(line, headers, body)),
    )
  ).filter((found) => found !== undefined)

check(
  {
    what: 'Redirects after sign-in',
    tried: `${TARGETS.length} foreign URLs as redirect_url of /login, and as the second redirect_url of /register, signed in`,
    expected: 'only redirects to pages of this site',
  },
  async () => {
    const { cookie = '' } = await cookiesWith(adminConfirmed(0))
    const headers = [`Cookie: ${cookie}`]
    const own = await ask('GET /login?redirect_url=%2Fdashboard%2Fcalls', headers)
    expect([own.status, ...valuesOf(own, 'location')]).toEqual([307, '/dashboard/calls'])
    const tries = TARGETS.flatMap((target): [string, string[]][] => [
      [`GET /login?redirect_url=${inQuery(target)}`, headers],
      [`GET /register?redirect_url=%2F&redirect_url=${inQuery(target)}`, headers],
    ])
    expect(await allOf(tries)).toEqual([])
    return `this site, ${tries.length + 1} times`
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
    const tries = HEADER_TARGETS.flatMap((target) =>
      paths.map((path): [string, string[]] => [`GET ${path}`, [`Referer: ${target}`]]),
    )
    expect(await allOf(tries)).toEqual([])
    return `this site, ${tries.length} times`
  },
)

check(
  {
    what: 'Other redirects',
    tried: `${TARGETS.length} foreign URLs in sign-in, former paths, search, preview, newsletter and integrations`,
    expected: 'only redirects to pages of this site',
  },
  async () => {
    const { cookie = '' } = await cookiesWith(adminConfirmed(0))
    await draftModeCookie()
    const tries = TARGETS.flatMap((target): [string, string[]?][] => [
      [`GET /sign-in?redirect_url=${inQuery(target)}`],
      [`GET /sign-up?return_to=${inQuery(target)}&next=${inQuery(target)}`],
      [`GET /help/search?q=${inQuery(target)}`],
      [`GET /dashboard?redirect_url=${inQuery(target)}`],
      [`GET /ai-sdr?to=${inQuery(target)}&redirect=${inQuery(target)}`],
      [`GET /pricing/?url=${inQuery(target)}`],
      [`GET /api/draft-mode/enable?sanity-preview-secret=a&sanity-preview-pathname=${inQuery(target)}`],
      [`GET /newsletter/confirm?token=${inQuery(target)}&page=${inQuery(target)}`],
      [`GET /api/newsletter/confirm?token=a&redirect=${inQuery(target)}`],
      [
        `GET /api/dashboard/integrations/slack/callback?code=a&state=${inQuery(target)}&return_to=${inQuery(target)}`,
        [`Cookie: ${cookie}`],
      ],
      [`GET /__clerk/v1/client?redirect_url=${inQuery(target)}`],
    ])
    const whole = ['http://evil.example/', 'http://evil.example/pricing/', 'http://evil.example/dashboard'].map(
      (address): [string] => [`GET ${address}`],
    )
    expect(await allOf([...tries, ...whole])).toEqual([])
    return `this site or none, ${tries.length + whole.length} times`
  },
)
