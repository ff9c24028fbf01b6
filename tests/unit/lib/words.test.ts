import { describe, expect, it } from 'vitest'
import { fill } from '../../../components/ui/fill.tsx'
import { wordGroups, wordsFrom } from '../../../lib/site/ui-copy.ts'
import { missingPlaceholderError } from '../../../sanity/schema/validation/rules.ts'

describe('the words of the site', () => {
  it('are those of editors, and the original ones where a field is empty or nothing is written yet', () => {
    const written = wordsFrom({ menus: { allCities: 'Every city', skip: '' }, blog: null })
    expect(written.menus.allCities).toBe('Every city')
    expect(written.menus.skip).toBe(wordGroups.menus.words.skip.text)
    expect(written.blog).toEqual(wordsFrom(null).blog)
  })

  it('take values in the place of their placeholders', () => {
    expect(fill('Page {page} of {last}', { page: 2, last: 3 })).toBe('Page 2 of 3')
    expect(fill('Talk to {nobody}', { brand: 'Ductwise' })).toBe('Talk to {nobody}')
  })
})

describe('a text with placeholders', () => {
  it.each([
    ['Seite {page} von {last}', true],
    ['{last}: {page}', true],
    ['Page {page}', 'Put {last} where the site should fill it in.'],
    ['Page', 'Put {page} and {last} where the site should fill it in.'],
    [undefined, true],
  ])('%s keeps all of them: %s', (written, verdict) => {
    expect(missingPlaceholderError(written, 'Page {page} of {last}')).toBe(verdict)
  })
})
