import { describe, expect, it } from 'vitest'
import { isMalformedPath } from '../../../server/malformed-path.ts'

describe('a path that cannot be decoded', () => {
  it.each(['/%', '/blog/%', '/%E0%A4%A', '/a%ff/b', '/%zz', '/_next/static/%'])('%s is one', (path) =>
    expect(isMalformedPath(path)).toBe(true),
  )

  it.each(['/', '/%25', '/caf%C3%A9', '/%2F'])('%s is none', (path) => expect(isMalformedPath(path)).toBe(false))
})
