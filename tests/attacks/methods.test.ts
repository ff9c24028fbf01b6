import { expect } from 'vitest'
import { check } from '../support/defences/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { front } from './defences/front.ts'

check(
  {
    what: 'Methods on public pages',
    tried: 'POST, PUT, PATCH, DELETE, PROPFIND on a page',
    expected: '405 with Allow: GET, HEAD',
    without: front.methods,
  },
  async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const response = await fetch(`${stack.env.siteUrl}/pricing`, { method })
      expect(`${method} ${response.status} ${response.headers.get('allow')}`).toBe(`${method} 405 GET, HEAD`)
    }
    return '405 with Allow: GET, HEAD, five times'
  },
)
