import { describe, expect, it } from 'vitest'
import { knownInLowerCase } from '../../../lib/http/letter-case.ts'

const KNOWN = new Set(['/pricing', '/blog/a-post', '//example.com', '/\\example.com'])
const inLowerCase = (path: string) => knownInLowerCase(path, async (lower) => KNOWN.has(lower))

describe('a path in capital letters', () => {
  it('is the known one that differs in nothing else', async () => {
    expect(await inLowerCase('/Pricing')).toBe('/pricing')
    expect(await inLowerCase('/BLOG/A-Post')).toBe('/blog/a-post')
  })

  it('is none where there is no such page, and leads from no page to itself', async () => {
    expect(await inLowerCase('/Prices')).toBeUndefined()
    expect(await inLowerCase('/pricing')).toBeUndefined()
  })

  it.each(['//Example.com', '/\\Example.com'])('never leads to another site: %s', async (path) => {
    expect(await inLowerCase(path)).toBeUndefined()
  })
})
