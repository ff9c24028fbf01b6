import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { sendRequest, getHeaderValues } from './support/raw-requests.ts'

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'OPTIONS', 'SEARCH', 'LOCK']

async function sendMethod(method: string, path: string): Promise<string> {
  const response = await sendRequest(`${method} ${path}`)
  return `${method} ${path} ${response.status} ${getHeaderValues(response, 'allow').join(' and ')}`
}

check(
  {
    what: 'Methods on public pages',
    tried: 'POST, PUT, PATCH, DELETE, PROPFIND and 4 more on 5 pages; OPTIONS *',
    expected: 'returns 405 with Allow: GET, HEAD',
  },
  async () => {
    const methods = ['POST', ...OTHER_METHODS]
    for (const path of ['/', '/pricing', '/search', '/newsletter/confirm', '/opengraph-image'])
      for (const method of methods) expect(await sendMethod(method, path)).toBe(`${method} ${path} 405 GET, HEAD`)
    expect(await sendMethod('OPTIONS', '*')).toBe('OPTIONS * 405 GET, HEAD')
    return `405 with Allow: GET, HEAD, ${5 * methods.length + 1} times`
  },
)

check(
  {
    what: 'Methods on Next.js routes',
    tried: '9 methods on dashboard, sign-in, Studio, feeds, robots.txt, images and files; POST without an action',
    expected: 'returns 405 with Allow',
  },
  async () => {
    const readPaths = [
      '/studio',
      '/sign-in',
      '/blog/rss.xml',
      '/robots.txt',
      '/sitemap.xml',
      '/favicon.ico',
      '/_next/image',
      '/_next/static/a.js',
    ]
    const accountPaths = ['/dashboard', '/dashboard/calls', '/login', '/register']
    for (const path of readPaths)
      for (const method of ['POST', ...OTHER_METHODS])
        expect(await sendMethod(method, path)).toBe(`${method} ${path} 405 GET, HEAD`)
    for (const path of accountPaths) {
      for (const method of OTHER_METHODS)
        expect(await sendMethod(method, path)).toBe(`${method} ${path} 405 GET, HEAD, POST`)
      expect(await sendMethod('POST', path)).toBe(`POST ${path} 405 GET, HEAD`)
    }
    return `405 with Allow, ${(readPaths.length + accountPaths.length) * (OTHER_METHODS.length + 1)} times`
  },
)

check(
  {
    what: 'Methods on API routes',
    tried: 'TRACE, PROPFIND, SEARCH and LOCK on 7 routes; unsupported PUT and DELETE',
    expected: 'returns 405',
  },
  async () => {
    const routes = [
      '/api/contact',
      '/api/revalidate',
      '/api/openapi.json',
      '/api/nothing',
      '/api/dashboard/changes',
      '/api/v1/leads',
      '/__clerk/v1/client',
    ]
    for (const path of routes)
      for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'LOCK'])
        expect((await sendRequest(`${method} ${path}`)).status).toBe(405)
    for (const path of ['/api/contact', '/api/revalidate', '/api/dashboard/changes'])
      for (const method of ['PUT', 'DELETE']) expect((await sendRequest(`${method} ${path}`)).status).toBe(405)
    return `405, ${routes.length * 4 + 6} times`
  },
)
