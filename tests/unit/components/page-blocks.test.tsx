import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Block } from '../../../components/blocks/types.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { wordsFrom } from '../../../lib/words.ts'

vi.mock('server-only', () => ({}))

let render: (...blocks: unknown[]) => string
let renderLegal: (page: unknown) => string

beforeAll(async () => {
  stubSiteEnv()
  const { Blocks } = await import('../../../components/blocks/blocks.tsx')
  const { LegalPage } = await import('../../../components/article/legal-page.tsx')
  render = (...blocks) =>
    renderToStaticMarkup(
      createElement(Blocks, {
        blocks: blocks as Block[],
        cities: [],
        booking: null,
        contact: null,
        words: wordsFrom(null),
        page: 'page-a',
        isPreview: false,
      }),
    )
  renderLegal = (page) =>
    renderToStaticMarkup(createElement(LegalPage, { page: page as never, words: wordsFrom(null).articles }))
})

/** Words of a page, without its scripts and marks. */
const words = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const link = (href: string) => ({ _key: 'l', label: 'Choose', href })

it.each([
  'statsBlock',
  'logoCloudBlock',
  'testimonialsBlock',
  'pricingBlock',
  'comparisonBlock',
  'calculatorBlock',
  'conversationBlock',
])('%s can be shown while an editor has written nothing yet', (_type) => {
  expect(() => render({ _type, _key: 'a' })).not.toThrow()
})

describe('figures', () => {
  it('have their source beside them, as a link only when it is safe', () => {
    const stats = [
      { _key: '1', value: '62 %', label: 'of calls', source: { name: 'A study', url: 'https://example.com/study' } },
      { _key: '2', value: '3', label: 'of four', source: { name: 'Hearsay', url: 'javascript:alert(1)' } },
    ]
    const html = render({ _type: 'statsBlock', _key: 'a', stats })
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/study"'])
    expect(words(html)).toContain('62 % of calls Source: A study')
    expect(words(html)).toContain('Hearsay')
  })
})

describe('testimonials', () => {
  it('without any, no band and no heading', () => {
    expect(render({ _type: 'testimonialsBlock', _key: 'a', heading: 'What they say', testimonials: [null] })).toBe('')
  })

  it('name who said it', () => {
    const testimonials = [{ _id: 't', quote: 'It answered.', name: 'N. N.', company: 'C', role: 'Owner', photo: null }]
    expect(words(render({ _type: 'testimonialsBlock', _key: 'a', heading: 'x', testimonials }))).toContain(
      '“It answered.” N. N. Owner, C',
    )
  })
})

describe('logos', () => {
  it('are 78 x 36 and links named after the integration', () => {
    const logo = { alt: 'x', asset: { _id: 'image-abc123-156x72-png', width: 156, height: 72, lqip: null } }
    const integrations = [{ _id: 'i', name: 'Calendarly', url: 'https://example.com/', logo }]
    const html = render({ _type: 'logoCloudBlock', _key: 'a', heading: 'x', integrations })
    expect(html).toMatch(/<a[^>]*aria-label="Calendarly"/)
    expect(html).toMatch(/<img[^>]*width="78" height="36"/)
    expect(html).toContain('>Calendar<')
  })
})

describe('prices', () => {
  const plan = {
    _id: 'p',
    name: 'Nights',
    monthly: 249,
    yearly: 207,
    summary: 'x',
    features: ['Calls', 'Texts'],
    action: link('/contact'),
    highlighted: true,
  }
  const block = (plans: unknown[]) => ({
    _type: 'pricingBlock',
    _key: 'a',
    heading: 'x',
    text: null,
    plans,
    note: 'Before tax.',
  })

  it('are both in the page, with the saving’s arithmetic written out', () => {
    const text = words(render(block([plan])))
    expect(text).toContain('$249 a month Billed every month: $2,988 in twelve months.')
    expect(text).toContain('$207 a month Billed $2,484 once a year. 12 × $249 is $2,988: you keep $504 .')
    expect(text).toContain('Before tax.')
  })

  it('promise no saving where there is none', () => {
    expect(words(render(block([{ ...plan, yearly: 249 }])))).not.toContain('you keep')
  })

  it('are switched by radio buttons, billed monthly first', () => {
    const html = render(block([plan]))
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).toMatch(/checked="" value="monthly"|value="monthly" checked=""/)
  })

  it('leave out a plan that nobody published, and the switch when none is left', () => {
    expect(render(block([null]))).not.toContain('radio')
  })
})

describe('a comparison', () => {
  const columns = ['Voicemail', 'Ductwise']
  const rows = [{ _key: 'r', feature: 'Answers at night', cells: ['No', 'Yes, always'] }]
  const html = () => render({ _type: 'comparisonBlock', _key: 'a', heading: 'Who answers?', columns, rows })

  it('is a table with a caption and headers of columns and rows', () => {
    expect(html()).toMatch(/<caption[^>]*>Who answers\?<\/caption>/)
    expect(html().match(/<th scope="col">/g)).toHaveLength(3)
    expect(html()).toContain('<th scope="row">Answers at night</th>')
  })

  it('names its column in each cell, for screens on which the columns do not fit', () => {
    expect(html()).toMatch(/<td data-column="Voicemail">.*No.*<td data-column="Ductwise">.*Yes, always/)
  })

  it('has a cell for every column, also when an editor left one out', () => {
    const short = [{ ...rows[0], cells: ['No'] }]
    const table = render({ _type: 'comparisonBlock', _key: 'a', heading: 'x', columns, rows: short })
    expect(table.match(/<td data-column/g)).toHaveLength(2)
  })
})

describe('the calculator', () => {
  const block = {
    _type: 'calculatorBlock',
    _key: 'a',
    heading: 'x',
    missedCallsPerWeek: 8,
    bookedShare: 30,
    averageTicket: 450,
  }

  it('writes out the arithmetic of the editor’s example, without a script', () => {
    const text = words(render(block))
    expect(text).toContain('Missed calls a year 416 8 a week × 52 weeks')
    expect(text).toContain('Jobs among them 124.8 416 calls × 30%')
    expect(text).toContain('124.8 jobs × $450 $56,160')
  })

  it('labels each of its fields', () => {
    const html = render(block)
    const ids = [...html.matchAll(/<input id="([^"]+)" type="number"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(html).toContain(`for="${id}"`)
    expect(html.match(/<input type="range" aria-label="[^"]+"/g)).toHaveLength(3)
  })
})

describe('a played call', () => {
  const call = {
    startedAt: '2:14 a.m.',
    outcome: 'Tomorrow at eight',
    lines: [
      { _key: '1', speaker: 'caller', text: 'The furnace quit.', understood: 'No heat' },
      { _key: '2', speaker: 'assistant', text: 'Is anyone ill?', understood: null },
    ],
  }

  it('is complete in the page, each line later than the one before', () => {
    const html = render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call })
    expect(words(html)).toContain('Caller The furnace quit. Understood No heat Assistant Is anyone ill?')
    const list = html.slice(html.indexOf('<ol'), html.indexOf('</ol'))
    const starts = [...list.matchAll(/<div class="call-item[^"]*" style="--at:(\d+)ms"/g)].map(([, at]) => Number(at))
    expect(starts).toHaveLength(2)
    expect(starts[0]).toBe(0)
    expect(starts[1]).toBeGreaterThan(500)
    expect(html).not.toContain('data-stage=')
  })
})

describe('a legal page', () => {
  const page = {
    _id: 'l',
    _type: 'legalPage',
    title: 'Terms',
    path: '/terms',
    effectiveDate: '2026-01-31',
    underReview: true,
  }
  const body = [
    {
      _type: 'block',
      _key: 'a',
      style: 'normal',
      markDefs: [],
      children: [{ _type: 'span', _key: 's', text: 'Words.' }],
    },
  ]

  it('says since when it is in force, that it is under review, and its text', () => {
    const html = renderLegal({ ...page, body })
    expect(html).toContain('<time dateTime="2026-01-31">January 31, 2026</time>')
    expect(words(html)).toContain('Draft under review')
    expect(words(html)).toContain('Words.')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('says nothing of a review once it is over, and nothing of a date that is none', () => {
    const text = words(renderLegal({ ...page, underReview: false, effectiveDate: null, body: null }))
    expect(text).not.toMatch(/review|force/)
  })
})
