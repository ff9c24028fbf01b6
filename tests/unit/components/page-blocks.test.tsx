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
        booking: { label: 'Book', url: 'https://book.example/' },
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

describe('reasons to trust', () => {
  const facts = [{ _key: 'a', title: 'It only reads', text: 'Until you switch writing on.', icon: 'shield' }]

  it('are a list, with a heading or without', () => {
    const band = { _type: 'trustBandBlock', _key: 'b', heading: 'In your hands', facts }
    expect(words(render({ _type: 'ctaBlock', _key: 'a' }, band))).toContain(
      'In your hands It only reads Until you switch writing on.',
    )
    expect(render({ _type: 'ctaBlock', _key: 'a' }, { ...band, heading: null })).not.toContain('<h2')
  })
})

describe('who signs a text', () => {
  const block = { _type: 'mediaTextBlock', _key: 'a', heading: 'Why', body: null, image: null, imageSide: 'right' }

  it('is named with a line, and nobody is until there is a name', () => {
    const signature = { name: 'N. N.', line: 'Founder', photo: null }
    expect(words(render({ ...block, signature }))).toContain('N. N. Founder')
    for (const nobody of [null, { name: null, line: 'Founder', photo: null }]) {
      expect(words(render({ ...block, signature: nobody }))).not.toContain('Founder')
    }
  })
})

describe('the lowest price in a hero', () => {
  const hero = (lowest: object | null) => words(render({ _type: 'heroBlock', _key: 'a', heading: 'x', lowest }))

  it('shows its arithmetic', () => {
    const plan = { _id: 'p', name: 'Nights', monthly: 249, yearly: 207 }
    expect(hero(plan)).toContain('From $207 a month Nights: $2,484 billed once a year, $2,484 ÷ 12. By month: $249.')
    expect(hero({ ...plan, yearly: null })).toContain('From $249 a month Nights: $2,988 in twelve months')
  })

  it('is not there without a plan that has one', () => {
    expect(hero(null)).not.toContain('month')
    expect(hero({ _id: 'p', name: 'Nights', monthly: null, yearly: 207 })).not.toContain('month')
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
    furtherCall: 1.2,
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

  it('say what a further call costs, how to stop either way, and the trial', () => {
    const text = words(render(block([plan])))
    expect(text).toContain('Each further call: $1.20 Stop any month Ends with the year, if you say so Try it')
    expect(words(render(block([{ ...plan, furtherCall: null }])))).not.toContain('further call')
  })

  it('have the one button of the settings', () => {
    expect(render(block([plan]))).toMatch(/<a[^>]*href="https:\/\/book.example\/"[^>]*>Book/)
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

  it('lets a visitor choose a column, for screens on which not all fit', () => {
    const choices = [...html().matchAll(/<input type="radio"[^>]*value="(\d)"\/?>(\w+)</g)].map(
      ([, ...choice]) => choice,
    )
    expect(choices).toEqual([
      ['1', 'Voicemail'],
      ['2', 'Ductwise'],
    ])
  })

  it('has a cell for every column, also when an editor left one out', () => {
    const short = [{ ...rows[0], cells: ['No'] }]
    const table = render({ _type: 'comparisonBlock', _key: 'a', heading: 'x', columns, rows: short })
    expect(table.match(/<td>/g)).toHaveLength(2)
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
      { _key: '1', speaker: 'caller', text: 'The furnace quit.', understood: 'No heat', fact: 'Problem' },
      { _key: '2', speaker: 'assistant', text: 'Is anyone ill?', understood: null },
    ],
  }

  const startsIn = (html: string) => [...html.matchAll(/data-starts="([\d.]+)"/g)].map(([, starts]) => Number(starts))

  it('is complete in the page, each line later than the one before', () => {
    const html = render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call })
    expect(words(html)).toContain('Caller The furnace quit. No heat Assistant Is anyone ill?')
    const [first, second, ...more] = startsIn(html)
    expect([first, more]).toEqual([0, []])
    expect(second).toBeGreaterThan(1)
    expect(html).not.toContain('data-stage=')
  })

  it('names what is not known yet, and counts what is', () => {
    const html = render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call })
    expect(words(html)).toContain('New lead 1 of 1 facts Problem No heat')
  })

  it('follows its recording: where the editor says a line begins, and in proportion elsewhere', () => {
    const recording = { seconds: 60, file: { url: 'https://cdn.example.com/call.mp3', mimeType: 'audio/mpeg' } }
    const html = render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call: { ...call, recording } })
    expect(html).toContain('data-recording="https://cdn.example.com/call.mp3"')
    expect(html).toContain('data-seconds="60"')
    expect(startsIn(html)[1]).toBeGreaterThan(20)
    const lines = [call.lines[0], { ...call.lines[1], startsAt: 12.5 }]
    const timed = render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call: { ...call, recording, lines } })
    expect(startsIn(timed)).toEqual([0, 12.5])
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
