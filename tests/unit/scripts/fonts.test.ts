import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FIRST_RANGE } from '../../../scripts/build/fonts.ts'

describe('initial font files', () => {
  it('contain the unicode range declared in app/fonts.ts', () => {
    const declaredRanges = readFileSync('app/fonts.ts', 'utf8').match(/U\+[\dA-F,U+-]+/g)
    expect(declaredRanges).toEqual([FIRST_RANGE, FIRST_RANGE])
  })
})
