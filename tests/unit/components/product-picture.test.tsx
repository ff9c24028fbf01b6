import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../components/product/pictures/picture.ts'
import { ProductPicture } from '../../../components/product/product-picture.tsx'
import { CALL_FACTS } from '../../../lib/calls/call.ts'
import { wordsFrom } from '../../../lib/words.ts'
import { pictureTypes } from '../../../sanity/schema/objects/pictures/index.ts'
import { samplePicture, samplePictures } from '../../support/sample-content.ts'

const render = (picture: object | null) =>
  renderToStaticMarkup(
    createElement(ProductPicture, { picture: picture as Picture | null, words: wordsFrom(null), isHero: true }),
  )

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const nightHandover = samplePicture('page-about', 'handoverPicture')
const morningList = samplePicture('page-pricing', 'morningPicture')
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
    const html = render(nightHandover)
    for (const label of Object.values(CALL_FACTS)) expect(html).toContain(`>${label}</dt>`)
    expect(html).toContain('<mark>forty-nine in here and we have a baby</mark>')
    expect(html.match(/data-marked/g)).toHaveLength(1)
  })

  it('names what was not found out', () => {
    expect(textOf(render(samplePicture('page-hvac-ai-sdr', 'handoverPicture')))).toContain(
      'Not found out: safety, system, fee, window .',
    )
  })

  it('marks nothing when the words are not in the line', () => {
    expect(render({ ...nightHandover, quote: 'something else' })).not.toContain('<mark>')
  })
})

describe('the morning list', () => {
  it('has what needs the owner first, whatever the order of the editor', () => {
    const calls = (morningList.calls as object[]).toReversed()
    const text = textOf(render({ ...morningList, calls }))
    expect(text.indexOf('Needs you')).toBeGreaterThan(-1)
    // The sentence above the list begins with the same words.
    expect(text.indexOf('Needs you')).toBeLessThan(text.lastIndexOf('Since you closed'))
  })

  it('counts in its sentence the calls that it shows', () => {
    const states = (morningList.calls as { state: string }[]).map(({ state }) => state)
    const booked = states.filter((state) => state === 'booked').length
    expect(morningList.sentence).toBe(
      `Since you closed yesterday: ${states.length} answered, ${booked} booked. ${states.length - booked} call needs you`,
    )
  })
})

describe('the week', () => {
  it('names its days, and one window stands out', () => {
    const html = render(filledWeek)
    expect(textOf(html)).toMatch(/Mon 11 .*Fri 15 /)
    expect(html.match(/data-state="confirmed"/g)).toHaveLength(1)
    expect(textOf(html)).toContain('6:30–7:30 AM')
  })

  it('leaves out visits without a window', () => {
    const visits = [{ _key: 'a', day: 0, customer: 'A' }, ...(filledWeek.visits as object[])]
    expect(render({ ...filledWeek, visits })).toBe(render(filledWeek))
  })
})

describe('the business profile', () => {
  it('marks what was missing', () => {
    expect(
      textOf(render(samplePicture('page-hvac-seo-services', 'businessProfilePicture'))).match(/Missing/g),
    ).toHaveLength(2)
  })
})
