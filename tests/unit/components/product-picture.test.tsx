import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../components/site/product/picture.ts'
import { ProductPicture } from '../../../components/site/product/product-picture.tsx'
import { CALL_FACTS } from '../../../lib/dashboard/model/call.ts'
import { wordsFrom } from '../../../lib/site/ui-copy.ts'
import { pictureTypes } from '../../../sanity/schema/fields/picture.ts'
import { samplePicture, samplePictures } from '../../support/sample-content.ts'

const render = (picture: object | null) =>
  renderToStaticMarkup(<ProductPicture picture={picture as Picture | null} words={wordsFrom(null)} isHero />)

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const leak = samplePicture('page-features', 'handoverPicture')
const morningList = {
  _type: 'morningPicture',
  _key: 'a',
  sentence: '2 calls since you closed: 1 booked, 1 needs you',
  calls: [
    { _key: 'a', words: 'I’d rather talk to a person.', state: 'needsYou', attention: 'Call back by 9' },
    { _key: 'b', words: 'Our heat is out.', state: 'booked' },
  ],
}
const filledWeek = samplePicture('page-features', 'weekPicture')

const types = pictureTypes.map(({ name }) => name)

describe('a picture of the product', () => {
  it.each(types)('%s can be shown while an editor has written nothing yet', (_type) => {
    expect(() => render({ _type, _key: 'a' })).not.toThrow()
  })

  it('is nothing where none is chosen, or one that this code does not know', () => {
    expect(render(null)).toBe('')
    expect(render({ _type: 'pictureOfTomorrow', _key: 'a' })).toBe('')
  })

  it('has a sample of every type', () => {
    expect(new Set(samplePictures.map(({ _type }) => _type))).toEqual(new Set(types))
  })

  it.each(samplePictures)('“$caption” is said to be an example, and has nothing to press or to focus', (sample) => {
    const html = render(sample)
    expect(textOf(html)).toContain(`Example: ${sample.caption}`)
    expect(html).not.toMatch(/<(button|a|input)\b|tabindex|<figure[^>]*aria-hidden/)
  })
})

describe('the handover note', () => {
  it('has nine fields, and the words that gave one of them marked', () => {
    const facts = Object.fromEntries(Object.keys(CALL_FACTS).map((name) => [name, 'Known']))
    const html = render({ ...leak, facts })
    for (const label of Object.values(CALL_FACTS)) expect(html).toContain(`>${label}</dt>`)
    expect(html).toContain('<mark>right beside the light</mark>')
    expect(html.match(/data-marked/g)).toHaveLength(1)
  })

  it('names what is not known yet', () => {
    const html = render(samplePicture('page-hvac-ai-sdr', 'handoverPicture'))
    expect(textOf(html)).toContain('Not known yet: fee, window .')
  })

  it('marks nothing when the words are not in the line', () => {
    expect(render({ ...leak, quote: 'something else' })).not.toContain('<mark>')
  })
})

describe('the morning list', () => {
  it('has what needs the owner first, whatever the order of the editor', () => {
    const calls = morningList.calls.toReversed()
    const text = textOf(render({ ...morningList, calls }))
    expect(text.indexOf('Needs you')).toBeGreaterThan(-1)
    // The sentence above the list starts with the same words.
    expect(text.indexOf('Needs you')).toBeLessThan(text.lastIndexOf('Since you closed'))
  })

  it.each([samplePicture('page-home', 'morningPicture')])(
    '“$caption” counts in its sentence the calls that it shows',
    ({ calls, sentence }) => {
      const states = (calls as { state: string }[]).map(({ state }) => state)
      const count = (counted: string) => states.filter((state) => state === counted).length
      expect(String(sentence).replaceAll('\u00A0', ' ')).toBe(
        `${states.length} calls since you closed: ${count('booked')} booked, ${count('requested')} requested, ${count('needsYou')} needs you`,
      )
    },
  )
})

describe('the week', () => {
  it('names its days, and one window stands out', () => {
    const html = render(filledWeek)
    expect(textOf(html)).toMatch(/Mon 12 .*Fri 16 /)
    expect(html.match(/data-state="confirmed"/g)).toHaveLength(1)
    expect(textOf(html)).toContain('6:30–7:30 AM')
  })

  it('has as many days as there is room for', () => {
    const html = render(filledWeek)
    expect(html.match(/cal-day @max-md:hidden/g)).toHaveLength(1)
    expect(html.match(/cal-day @max-2xl:hidden/g)).toHaveLength(2)
  })

  it('leaves out visits without a window', () => {
    const visits = [{ _key: 'a', day: 0, customer: 'A' }, ...(filledWeek.visits as object[])]
    expect(render({ ...filledWeek, visits })).toBe(render(filledWeek))
  })
})

describe('the business profile', () => {
  it('says what a line was before and what it is now, or that it was missing', () => {
    const sample = samplePicture('page-hvac-seo-services', 'businessProfilePicture')
    const text = textOf(render({ ...sample, search: 'no heat near me' }))
    expect(text).toContain('no heat near me')
    expect(text).toMatch(/Before: Contractor +After: HVAC contractor/)
    expect(text.match(/Before: Missing/g)).toHaveLength(1)
  })
})

describe('the monthly report', () => {
  it('adds its lines up', () => {
    const sample = samplePicture('page-hvac-seo-services', 'reportPicture')
    expect(textOf(render(sample))).toMatch(
      /Business profile Calls and forms: 41 Jobs: 17 .* Total Calls and forms: 87 Jobs: 37/,
    )
  })

  it('has no color that means an incoming call', () => {
    const html = render(samplePicture('page-hvac-seo-services', 'reportPicture'))
    expect(html).toContain('accent')
    expect(html).not.toContain('primary')
  })
})
