import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PhoneBar } from '../../../components/layout/phone-bar.tsx'
import { wordsFrom } from '../../../lib/words.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

let CityPage: FunctionComponent

beforeAll(async () => {
  stubSiteEnv()
  CityPage = (await import('../../../components/city/city.tsx')).CityPage as never
})

const words = wordsFrom(null)

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describe('a section of a city', () => {
  const paragraph = (text: string, marks: string[] = []) => ({
    _type: 'block',
    _key: text,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text, marks }],
  })
  const render = (body: object[]) => {
    const city = { _id: 'a', name: 'Chicago', sections: [{ _key: 's', heading: 'No heat', body }] }
    const props = { city, cities: [], booking: null, lowest: null, tagline: null, words, isPreview: false }
    return textOf(renderToStaticMarkup(createElement(CityPage, props as never)))
  }

  it('labels what is asked there, a last paragraph that is all bold', () => {
    expect(render([paragraph('It is cold.'), paragraph('How cold?', ['strong'])])).toContain(
      'It is cold. It asks How cold?',
    )
    expect(render([paragraph('It is cold.')])).not.toContain('It asks')
  })
})

describe('the hero of a city', () => {
  const render = (city: object, tagline: string | null) =>
    renderToStaticMarkup(
      createElement(CityPage, {
        city: { _id: 'a', name: 'Chicago', ...city },
        cities: [],
        booking: null,
        lowest: null,
        tagline,
        words,
        isPreview: false,
      } as never),
    )

  it('says in one line where the page is and what is sold, and names the call that its button leads to', () => {
    const text = textOf(render({}, 'A phone assistant.'))
    expect(text).toContain('All cities / Chicago · A phone assistant.')
    expect(text).toContain('Hear a sample call')
  })

  it('has four lines of its call in sight, the rest on request, and what comes of it', () => {
    const lines = Array.from({ length: 7 }, (_, index) => ({ _key: `${index}`, speaker: 'caller', text: `${index}.` }))
    const html = render({ call: { heading: 'Eight below', lines, outcome: 'Tech paged' } }, null)
    const inSight = textOf(html.replace(/<details.*<\/details>/, ''))
    expect(inSight).toContain('Caller 0. Caller 1. Caller 5. Caller 6. Tech paged')
    expect(textOf(html)).toContain('Caller 1. Show the lines in between Caller 2.')
  })
})

describe('the bar of a phone', () => {
  const booking = { label: 'Request a Demo', url: 'https://cal.example/a' }
  const town = { _key: 't', label: 'Send us one town', href: '/contact' }
  const render = (actions: object[], contact = {}) => {
    const settings = { booking, contact }
    return textOf(renderToStaticMarkup(createElement(PhoneBar, { settings, words, actions } as never))).trim()
  }

  it('asks what the page asks for at its end, unless that is the demo as well', () => {
    expect(render([])).toBe('Request a Demo')
    expect(render([town])).toBe('Send us one town')
    expect(render([town, { _key: 'd', label: 'Demo', href: booking.url }])).toBe('Request a Demo')
  })

  it('offers a sample call only beside the demo, and a number that reaches somebody always', () => {
    expect(render([], { phone: '+1 (212) 555-0142' })).toBe('Hear a call Request a Demo')
    expect(render([town], { phone: '+1 (212) 555-0142' })).toBe('Send us one town')
    expect(render([town], { phone: '+1 (212) 736-5000' })).toBe('Call us Send us one town')
  })
})
