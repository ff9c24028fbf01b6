import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../components/site/product/picture.ts'
import { ProductPicture } from '../../../components/site/product/product-picture.tsx'
import { CALL_FACTS } from '../../../lib/dashboard/model/call.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { pictureTypes } from '../../../sanity/schema/fields/picture.ts'
import { findSamplePicture, samplePictures } from '../../support/sample-content.ts'

const render = (picture: object | null) =>
  renderToStaticMarkup(<ProductPicture picture={picture as Picture | null} labels={resolveCopy(null)} isHero />)

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const leakPicture = findSamplePicture('page-features', 'handoverPicture')
const morningList = {
  _type: 'morningPicture',
  _key: 'a',
  sentence: '2 calls since you closed: 1 booked, 1 needs attention',
  calls: [
    { _key: 'a', words: 'I’d rather talk to a person.', state: 'needsYou', attention: 'Call back by 9' },
    { _key: 'b', words: 'Our heat is out.', state: 'booked' },
  ],
}
const filledWeek = findSamplePicture('page-features', 'weekPicture')

const types = pictureTypes.map(({ name }) => name)

describe('product picture', () => {
  it.each(types)('renders even if it has no fields: %s', (_type) => {
    expect(() => render({ _type, _key: 'a' })).not.toThrow()
  })

  it('renders nothing if there is no picture or its type is unknown', () => {
    expect(render(null)).toBe('')
    expect(render({ _type: 'pictureOfTomorrow', _key: 'a' })).toBe('')
  })

  it('has a sample of every type', () => {
    expect(new Set(samplePictures.map(({ _type }) => _type))).toEqual(new Set(types))
  })

  it.each(samplePictures)('“$caption” is labeled as an example and has no interactive elements', (sample) => {
    const html = render(sample)
    expect(toText(html)).toContain(`Example: ${sample.caption}`)
    expect(html).not.toMatch(/<(button|a|input)\b|tabindex|<figure[^>]*aria-hidden/)
  })
})

describe('lead details picture', () => {
  it('shows every call fact and highlights the source quote', () => {
    const facts = Object.fromEntries(Object.keys(CALL_FACTS).map((name) => [name, 'Known']))
    const html = render({ ...leakPicture, facts })
    for (const label of Object.values(CALL_FACTS)) expect(html).toContain(`>${label}</dt>`)
    expect(html).toContain('<mark>right beside the light</mark>')
    expect(html.match(/data-marked/g)).toHaveLength(1)
  })

  it('lists unknown facts', () => {
    const html = render(findSamplePicture('page-hvac-ai-sdr', 'handoverPicture'))
    expect(toText(html)).toContain('Still missing: fee, window .')
  })

  it('highlights nothing if the line does not contain the quote', () => {
    expect(render({ ...leakPicture, quote: 'something else' })).not.toContain('<mark>')
  })
})

describe('morning list picture', () => {
  it('lists calls that need attention first, regardless of editor order', () => {
    const calls = morningList.calls.toReversed()
    const text = toText(render({ ...morningList, calls }))
    expect(text.indexOf('Needs attention')).toBeGreaterThan(-1)
    // The sentence above the list also contains "since you closed", so the last match counts.
    expect(text.indexOf('Needs attention')).toBeLessThan(text.lastIndexOf('Since you closed'))
  })

  it.each([findSamplePicture('page-home', 'morningPicture')])(
    '“$caption” has a summary that matches its calls',
    ({ calls, sentence }) => {
      const states = (calls as { state: string }[]).map(({ state }) => state)
      const count = (stateName: string) => states.filter((state) => state === stateName).length
      expect(String(sentence).replaceAll('\u00A0', ' ')).toBe(
        `${states.length} calls since you closed: ${count('booked')} booked, ${count('requested')} requested, ${count('needsYou')} needs attention`,
      )
    },
  )
})

describe('week picture', () => {
  it('labels its days and highlights one arrival window', () => {
    const html = render(filledWeek)
    expect(toText(html)).toMatch(/Mon 12 .*Fri 16 /)
    expect(html.match(/data-state="confirmed"/g)).toHaveLength(1)
    expect(toText(html)).toContain('6:30–7:30 AM')
  })

  it('hides days on narrow containers', () => {
    const html = render(filledWeek)
    expect(html.match(/cal-day @max-md:hidden/g)).toHaveLength(1)
    expect(html.match(/cal-day @max-2xl:hidden/g)).toHaveLength(2)
  })

  it('omits visits without an arrival window', () => {
    const visits = [{ _key: 'a', day: 0, customer: 'A' }, ...(filledWeek.visits as object[])]
    expect(render({ ...filledWeek, visits })).toBe(render(filledWeek))
  })
})

describe('business profile picture', () => {
  it('shows old and new values, or that a value was missing', () => {
    const sample = findSamplePicture('page-hvac-seo-services', 'businessProfilePicture')
    const text = toText(render({ ...sample, search: 'no heat near me' }))
    expect(text).toContain('no heat near me')
    expect(text).toMatch(/Before: Contractor +After: HVAC contractor/)
    expect(text.match(/Before: Missing/g)).toHaveLength(1)
  })
})

describe('monthly report picture', () => {
  it('shows column totals', () => {
    const sample = findSamplePicture('page-hvac-seo-services', 'reportPicture')
    expect(toText(render(sample))).toMatch(
      /Business profile Calls and forms: 41 Jobs: 17 .* Total Calls and forms: 87 Jobs: 37/,
    )
  })

  it('does not use the incoming-call color', () => {
    const html = render(findSamplePicture('page-hvac-seo-services', 'reportPicture'))
    expect(html).toContain('accent')
    expect(html).not.toContain('primary')
  })
})
