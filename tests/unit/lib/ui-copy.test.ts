import { describe, expect, it } from 'vitest'
import { fill } from '../../../components/ui/fill.tsx'
import { copyGroups, resolveCopy } from '../../../lib/site/ui-copy.ts'
import { checkPlaceholders } from '../../../sanity/schema/validation/rules.ts'

describe('UI copy', () => {
  it("uses editors' text and falls back to the defaults", () => {
    const result = resolveCopy({ menus: { allCities: 'Every city', skip: '' }, blog: null })
    expect(result.menus.allCities).toBe('Every city')
    expect(result.menus.skip).toBe(copyGroups.menus.labels.skip.text)
    expect(result.blog).toEqual(resolveCopy(null).blog)
  })

  it('replaces known placeholders', () => {
    expect(fill('Page {page} of {last}', { page: 2, last: 3 })).toBe('Page 2 of 3')
    expect(fill('Talk to {nobody}', { brand: 'Ductwise' })).toBe('Talk to {nobody}')
  })
})

describe('text with placeholders', () => {
  it.each([
    ['Seite {page} von {last}', true],
    ['{last}: {page}', true],
    ['Page {page}', 'Add {last}. The site replaces it with the value.'],
    ['Page', 'Add {page} and {last}. The site replaces them with the values.'],
    [undefined, true],
  ])('for %s, the placeholder check returns %s', (input, expected) => {
    expect(checkPlaceholders(input, 'Page {page} of {last}')).toBe(expected)
  })
})
