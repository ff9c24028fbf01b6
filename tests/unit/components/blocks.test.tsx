import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LegalPage } from '../../../components/site/article/legal-page.tsx'
import { Blocks } from '../../../components/site/blocks/blocks.tsx'
import { countPairedPictures } from '../../../components/site/blocks/gallery-block.tsx'
import type { LowestPlan } from '../../../components/site/pricing/lowest-price.tsx'
import type { Block, BlockContext } from '../../../components/site/types/blocks.ts'
import { blocks } from '../../../sanity/schema/blocks/index.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'

vi.mock('server-only', () => ({}))

beforeAll(() => stubSiteEnv())

const uiCopy = resolveCopy(null)
let lowest: LowestPlan = null

afterEach(() => {
  lowest = null
})

const renderWith = (context: Partial<BlockContext>, ...blocks: unknown[]) =>
  renderToStaticMarkup(
    <Blocks
      blocks={blocks as Block[]}
      brand="Ductwise"
      cities={[]}
      booking={{ label: 'Book', url: 'https://book.example/', note: 'From {price} a month. 30 minutes.' }}
      contact={null}
      tagline="A phone assistant"
      lowest={lowest}
      labels={uiCopy}
      page="page-a"
      isPreview={false}
      {...context}
    />,
  )

const render = (...blocks: unknown[]) => renderWith({}, ...blocks)

const toText = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const buildLink = (href: string) => ({ _key: 'l', label: 'Go', href })
const buildText = (...children: { text: string; marks?: string[] }[]) => [
  {
    _type: 'block',
    _key: 'b',
    style: 'normal',
    markDefs: [
      { _key: 'good', _type: 'link', href: 'https://example.com/' },
      { _key: 'bad', _type: 'link', href: 'javascript:alert(1)' },
    ],
    children: children.map((child, index) => ({ _type: 'span', _key: `s${index}`, marks: [], ...child })),
  },
]
const image = { alt: 'A boiler', asset: { _id: 'image-abc123-800x600-jpg', width: 800, height: 600, lqip: null } }
const call = {
  startedAt: '2:14 a.m.',
  outcome: 'Tomorrow at eight',
  lines: [
    { _key: '1', speaker: 'caller', text: 'The furnace quit.', understood: 'No heat', fact: 'Problem' },
    { _key: '2', speaker: 'assistant', text: 'Is anyone ill?', understood: null },
  ],
}

const types = blocks.map(({ schema }) => schema.name)

describe('blocks', () => {
  it.each(types)('render even if they have no fields: %s', (_type) => {
    expect(() => render({ _type, _key: 'a' })).not.toThrow()
  })

  it('omit unknown types', () => {
    expect(render({ _type: 'hologramBlock', _key: 'a' })).toBe('')
  })

  it('have a single h1, in the first block', () => {
    const html = render(...types.map((_type) => ({ _type, _key: _type, heading: 'Words' })))
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.indexOf('<h1')).toBeLessThan(html.indexOf('<h2'))
  })

  it("keep the editor's order", () => {
    const first = { _type: 'ctaBlock', _key: 'a', heading: 'First' }
    const html = render(first, { _type: 'richTextBlock', _key: 'b', heading: 'Second' })
    expect(html.indexOf('First')).toBeLessThan(html.indexOf('Second'))
  })

  it('show quick answers after a form if an editor added them', () => {
    const answers = [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Three plans.' }] }]
    const form = { _type: 'contactFormBlock', _key: 'a', heading: 'First', answersHeading: 'Quick answers' }
    expect(render({ ...form, answers })).toMatch(/<\/form>.*<h2[^>]*>Quick answers.*Three plans\./)
    expect(render(form)).not.toContain('Quick answers')
  })

  it('describe the message field of a form with a hint', () => {
    const html = render({ _type: 'contactFormBlock', _key: 'a', heading: 'First' })
    expect(html).toMatch(/<p id="contact-message-hint"[^>]*>How can we help\?/)
    expect(html).toMatch(/<textarea[^>]* aria-describedby="contact-message-hint"/)
  })
})

describe('block links', () => {
  it('are rendered only for safe URLs', () => {
    const actions = [buildLink('/pricing'), buildLink('javascript:alert(1)'), buildLink('//evil.example')]
    const html = render({ _type: 'ctaBlock', _key: 'a', heading: 'x', actions })
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/pricing"'])
    expect(html.match(/Go/g)).toHaveLength(3)
  })

  it('in rich text are rendered only for safe URLs and keep their text', () => {
    const body = buildText(...['good', 'bad', 'gone'].map((mark) => ({ text: mark, marks: [mark] })))
    const html = render({ _type: 'richTextBlock', _key: 'a', body })
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/"'])
    expect(html).toContain('bad')
    expect(html).toContain('gone')
  })
})

describe('sample call', () => {
  it('appears once: next to a hero that has no image, otherwise in its own block', () => {
    const hero = { _type: 'heroBlock', _key: 'h', heading: 'Hero', image: null }
    const conversation = { _type: 'conversationBlock', _key: 'a', heading: 'What is said', call }
    const renderPlayer = (...blocks: object[]) => {
      const html = render(...blocks)
      expect(html.match(/data-call-play=""/g)).toHaveLength(1)
      expect(html.match(/Tomorrow at eight/g)).toHaveLength(1)
      return html.indexOf('data-call-play') < html.indexOf('What is said') ? 'hero' : 'block'
    }
    expect(renderPlayer(hero, conversation)).toBe('hero')
    expect(renderPlayer({ ...hero, image }, conversation)).toBe('block')
    expect(renderPlayer(conversation)).toBe('block')
  })

  it('stays out of the hero if the block offers several calls', () => {
    const html = render(
      { _type: 'heroBlock', _key: 'h', heading: 'Hero', image: null },
      { _type: 'conversationBlock', _key: 'a', heading: 'Choose', call, calls: [{ ...call, _key: 'b' }] },
    )
    expect(html.indexOf('data-call-play')).toBeGreaterThan(html.indexOf('Choose'))
    expect(html).not.toContain('hear-the-call')
  })
})

describe('block images', () => {
  it('use the image optimizer at quality 75, with alt text and size', () => {
    const html = render({ _type: 'mediaTextBlock', _key: 'a', heading: 'x', image, imageSide: 'left' })
    expect(html).toContain('alt="A boiler"')
    expect(html).toMatch(
      /src="\/_next\/image\?url=http%3A%2F%2Flocalhost%3A3900%2Fimages%2Flocal%2Fproduction%2Fabc123-800x600.jpg[^"]*q=75"/,
    )
    expect(html).toMatch(/width="800" height="600"/)
  })
})

describe('city grid', () => {
  it('links each city that has a slug', () => {
    const cities = ['chicago', null].map((slug) => ({ _id: String(slug), name: 'Chicago', state: 'Illinois', slug }))
    const html = renderWith({ cities: cities as never }, { _type: 'cityGridBlock', _key: 'a', heading: 'x' })
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/hvac-ai-sdr/chicago"'])
  })
})

describe('statistics', () => {
  it('show their source and link it only if the URL is safe', () => {
    const stats = [
      { _key: '1', value: '62 %', label: 'of calls', source: { name: 'A study', url: 'https://example.com/study' } },
      { _key: '2', value: '3', label: 'of four', source: { name: 'Hearsay', url: 'javascript:alert(1)' } },
    ]
    const html = render({ _type: 'statsBlock', _key: 'a', stats })
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/study"'])
    expect(toText(html)).toContain('62 % of calls Source: A study')
    expect(toText(html)).toContain('Hearsay')
  })
})

describe('trust band', () => {
  const facts = [{ _key: 'a', title: 'It only reads', text: 'Until you switch writing on.', icon: 'shield' }]

  it('lists its facts, with or without a heading', () => {
    const band = { _type: 'trustBandBlock', _key: 'b', heading: 'In your hands', facts }
    expect(toText(render({ _type: 'ctaBlock', _key: 'a' }, band))).toContain(
      'In your hands It only reads Until you switch writing on.',
    )
    expect(render({ _type: 'ctaBlock', _key: 'a' }, { ...band, heading: null })).not.toContain('<h2')
  })
})

describe('signature', () => {
  const block = { _type: 'mediaTextBlock', _key: 'a', heading: 'Why', body: null, image: null, imageSide: 'right' }

  it('shows name and role, and is omitted if there is no name', () => {
    const signature = { name: 'N. N.', line: 'Founder', photo: null }
    expect(toText(render({ ...block, signature }))).toContain('N. N. Founder')
    for (const person of [null, { name: null, line: 'Founder', photo: null }]) {
      expect(toText(render({ ...block, signature: person }))).not.toContain('Founder')
    }
  })
})

describe('lowest price in a hero', () => {
  const plan = { _id: 'p', name: 'Nights', monthly: 249, yearly: 207 }
  const renderHero = (fields: object) => toText(render({ _type: 'heroBlock', _key: 'a', heading: 'x', ...fields }))
  const renderPriced = (lowestPlan: LowestPlan) => {
    lowest = lowestPlan
    return renderHero({ showsPrice: true })
  }

  it('states yearly billing if the plan has a yearly price', () => {
    expect(renderPriced(plan)).toContain('From $207 a month billed yearly, $249 month to month')
    expect(renderPriced({ ...plan, yearly: null } as never)).toContain('From $249 a month ')
    expect(renderPriced({ ...plan, yearly: null } as never)).not.toContain('billed')
  })

  it('is omitted if no plan has a price', () => {
    expect(renderPriced(null)).not.toContain('month')
    expect(renderPriced({ ...plan, monthly: null } as never)).not.toContain('month')
  })

  it('appears below a booking button, unless a custom note replaces it', () => {
    const actions = [{ _key: 'b', label: 'Book', href: 'https://book.example/' }]
    lowest = plan
    expect(renderHero({ actions })).toContain('From $207 a month. 30 minutes.')
    expect(renderHero({ actions, note: 'From {price}.' })).toContain('From $207.')
    expect(renderHero({ actions, note: 'From {price}.' })).not.toContain('30 minutes')
    expect(renderHero({ actions: [{ _key: 'b', label: 'Read', href: '/documentation' }] })).not.toContain('month')
    lowest = null
    expect(renderHero({ actions })).not.toContain('month')
  })
})

describe('hero eyebrow', () => {
  it('shows custom text, or the tagline if the hero is first', () => {
    const hero = { _type: 'heroBlock', _key: 'a', heading: 'x' }
    expect(toText(render(hero))).toContain('A phone assistant x')
    expect(toText(render({ ...hero, eyebrow: 'Prices' }))).toContain('Prices x')
    expect(toText(render({ _type: 'ctaBlock', _key: 'c' }, hero))).not.toContain('A phone assistant')
  })
})

describe('testimonials', () => {
  it('render nothing if none is published', () => {
    expect(render({ _type: 'testimonialsBlock', _key: 'a', heading: 'What they say', testimonials: [null] })).toBe('')
  })

  it('show name, role and company of the author', () => {
    const testimonials = [{ _id: 't', quote: 'It answered.', name: 'N. N.', company: 'C', role: 'Owner', photo: null }]
    const html = render({ _type: 'testimonialsBlock', _key: 'a', heading: 'x', testimonials })
    expect(toText(html)).toContain('“It answered.” N. N. Owner, C')
  })
})

describe('integration logos', () => {
  it('link to the integration page, or to the vendor if there is no such page', () => {
    const integrations = [
      { _id: 'i', name: 'Calendarly', slug: null, url: 'https://example.com/' },
      { _id: 'j', name: 'Mailer', slug: 'mailer', url: 'https://example.com/' },
    ]
    const html = render({ _type: 'logoCloudBlock', _key: 'a', heading: 'x', integrations })
    expect(html).toMatch(/<a[^>]*href="https:\/\/example.com\/"[^>]*>Calendarly</)
    expect(html).toMatch(/<a[^>]*href="\/integrations\/mailer"[^>]*>Mailer</)
  })
})

describe('pricing', () => {
  const plan = {
    _id: 'p',
    name: 'Nights',
    monthly: 249,
    yearly: 207,
    summary: 'x',
    features: ['Calls', 'Texts'],
    includedCalls: 1500,
    furtherCall: 1.2,
    highlighted: true,
  }
  const renderPricing = (...plans: unknown[]) =>
    render({ _type: 'pricingBlock', _key: 'a', plans, note: 'Before tax.' })

  it('shows monthly and yearly prices with annual totals and savings', () => {
    const text = toText(renderPricing(plan))
    expect(text).toContain('$249 a month , 1,500 answered calls included $2,988 a year')
    expect(text).toContain('$207 a month , 1,500 answered calls included $2,484 a year, you save $504')
    expect(text).toContain('Yearly Save 16%')
    expect(text).toContain('Before tax.')
  })

  it('reads as one sentence in plain text', () => {
    const stripTags = (html: string) => html.replaceAll(/<[^>]*>/g, '')
    expect(stripTags(renderPricing(plan))).toContain('$249 a month, 1,500 answered calls included')
    expect(stripTags(renderPricing({ ...plan, includedCalls: null }))).toContain('$249 a month$2,988')
  })

  it('shows the price of extra calls and the cancellation terms', () => {
    const text = toText(renderPricing(plan))
    expect(text).toContain('Extra calls $1.20 each Cancel any month Cancel at the end of the year')
    expect(toText(renderPricing({ ...plan, furtherCall: null }))).not.toContain('Extra calls')
  })

  it('has the booking button, followed by the sign-up link', () => {
    expect(renderPricing(plan)).toMatch(
      /<a[^>]*href="https:\/\/book.example\/"[^>]*>Book.*<a[^>]*href="\/sign-up"[^>]*>or start a free two-week trial</,
    )
  })

  it('claims no savings if yearly billing costs the same', () => {
    expect(toText(renderPricing({ ...plan, yearly: 249 }))).not.toMatch(/you save|Save/)
  })

  it('is switched by radio buttons, with yearly selected first', () => {
    const html = renderPricing(plan)
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).toMatch(/checked="" value="yearly"|value="yearly" checked=""/)
  })

  it('omits unpublished plans, and hides the switch if there are no plans', () => {
    expect(renderPricing(null)).not.toContain('radio')
  })
})

describe('comparison table', () => {
  const columns = ['Voicemail', 'Ductwise']
  const rows = [{ _key: 'r', feature: 'Answers at night', cells: ['No', 'Yes, always'] }]
  const renderComparison = (mark: object = {}) =>
    render({ _type: 'comparisonBlock', _key: 'a', heading: 'Who answers?', columns, rows, ours: null, ...mark })

  it('has a caption, column headers and row headers', () => {
    expect(renderComparison()).toMatch(/<caption[^>]*>Who answers\?<\/caption>/)
    expect(renderComparison().match(/<th scope="col">/g)).toHaveLength(3)
    expect(renderComparison()).toContain('<th scope="row">Answers at night</th>')
  })

  it('offers a column picker for narrow screens', () => {
    const choices = renderComparison().matchAll(/<input type="radio"[^>]*value="(\w+)"\/?>(\w+)</g)
    expect([...choices].map(([, ...choice]) => choice.join())).toEqual(['1,Voicemail', '2,Ductwise', 'all,All'])
  })

  it('highlights our column and offers each other column next to it', () => {
    const threeColumns = { columns: [...columns, 'A service'], ours: 2, oursMark: 'The usual choice' }
    expect(renderComparison(threeColumns)).toMatch(/<th scope="col" class="marked">.*Ductwise/)
    expect(renderComparison(threeColumns)).toContain('<td class="marked">')
    expect(renderComparison(threeColumns)).toContain('<small>The usual choice </small>Ductwise')
    const choices = renderComparison(threeColumns).matchAll(/type="radio"[^>]*value="(\w+)"/g)
    expect([...choices].map(([, value]) => value)).toEqual(['1', '3', 'all'])
  })

  it('hides the column picker if there are only two columns, and ignores an invalid column number', () => {
    expect(renderComparison({ ours: 1 })).not.toContain('radio')
    expect(renderComparison({ ours: 3, oursMark: 'The usual choice' })).not.toMatch(/marked|The usual choice/)
  })

  it('shows icons in yes/no cells, or in every cell if enabled', () => {
    const countIcons = (mark: object) => renderComparison(mark).match(/<svg/g)?.length ?? 0
    expect(countIcons({})).toBe(2)
    const otherRows = [{ ...rows[0], cells: ['Notes', 'Yesterday'] }]
    expect(countIcons({ rows: otherRows })).toBe(0)
    expect(countIcons({ rows: otherRows, ours: 2, hasSigns: true })).toBe(2)
  })

  it('aligns numeric columns right, including our column', () => {
    const report = renderComparison({ rows: [{ ...rows[0], cells: ['41', '17'] }], ours: 2 })
    expect(report).toContain('<td class="figure">')
    expect(report).toContain('<td class="marked figure">')
    expect(renderComparison()).not.toContain('figure')
  })

  it('shows the price row of the selected billing period', () => {
    const prices = ['Monthly', 'Yearly', 'Other'].map((feature) => ({ ...rows[0], _key: feature, feature }))
    const table = renderComparison({ rows: prices, monthlyRow: 1, yearlyRow: 2 })
    const classes = [...table.matchAll(/<tr([^>]*)><th scope="row">/g)].map(([, attribute]) => attribute)
    expect(classes).toEqual([
      expect.stringContaining('value=yearly]:checked)]:hidden'),
      expect.stringContaining('main:has([value=monthly]:checked)'),
      '',
    ])
  })

  it('has a separate background if an editor enables it', () => {
    expect(renderComparison({ isBand: true })).toContain('<section class="ground">')
    expect(renderComparison()).not.toContain('class="ground"')
  })

  it('has a cell for every column, even for missing values', () => {
    const shortRows = [{ ...rows[0], cells: ['No'] }]
    const table = render({ _type: 'comparisonBlock', _key: 'a', heading: 'x', columns, rows: shortRows })
    expect(table.match(/<td>/g)).toHaveLength(2)
  })
})

describe('calculator block', () => {
  const numbers = { missedCallsPerWeek: 8, bookedShare: 30, averageTicket: 450 }
  const block = { _type: 'calculatorBlock', _key: 'a', heading: 'x', ...numbers }

  it('renders the full calculation on the server', () => {
    const text = toText(render(block))
    expect(text).toContain('Missed calls per year 416 8 per week × 52 weeks')
    expect(text).toContain('Estimated jobs lost 125 416 × 30%')
    expect(text).toContain('125 × $450 per job $56,250')
  })

  it('compares the result with the yearly cost of the cheapest plan', () => {
    const plan = { _id: 'p', name: 'Nights', monthly: 149, yearly: 129 }
    lowest = plan
    expect(toText(render(block))).toContain('$56,250 Ductwise, from $1,548 a year')
    lowest = { ...plan, yearly: null } as never
    expect(toText(render(block))).toContain('Ductwise, from $1,788 a year')
    lowest = null
    expect(toText(render(block))).not.toContain('from:')
  })

  it('labels every field', () => {
    const html = render(block)
    const ids = [...html.matchAll(/<input type="number"[^>]*? id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(html).toContain(`for="${id}"`)
    expect(html.match(/<input type="range" aria-label="[^"]+"/g)).toHaveLength(3)
  })
})

describe('call block', () => {
  const renderCall = (overrides: object = {}, extra: object = {}) =>
    render({ _type: 'conversationBlock', _key: 'a', heading: 'x', call: { ...call, ...overrides }, ...extra })
  const file = { url: 'https://cdn.example.com/call.mp3', mimeType: 'audio/mpeg' }
  const recording = { seconds: 60, file }
  const lines = [call.lines[0], { ...call.lines[1], startsAt: 12.5 }]

  const readStarts = (html: string) => [...html.matchAll(/data-starts="([\d.]+)"/g)].map(([, starts]) => Number(starts))

  it('shows the full transcript with increasing start times', () => {
    const html = renderCall()
    expect(toText(html)).toContain('Caller The furnace quit. Problem No heat Assistant Is anyone ill?')
    expect(toText(html)).toContain('Transcript · Example New lead Caller')
    const [first, second, ...rest] = readStarts(html)
    expect([first, rest]).toEqual([0, []])
    expect(second).toBeGreaterThan(1)
    expect(html).not.toContain('data-stage=')
  })

  it("uses the editor's start times and estimates the others from the duration", () => {
    const html = renderCall({ recording })
    expect(html).toContain('data-recording="https://cdn.example.com/call.mp3"')
    expect(html).toContain('data-seconds="60"')
    expect(readStarts(html)[1]).toBeGreaterThan(20)
    expect(html).toContain('Recording of a sample call.')
    expect(readStarts(renderCall({ recording, lines }))).toEqual([0, 12.5])
  })

  it('shows a waveform for a recording, and otherwise states that the device reads the call aloud', () => {
    const recorded = renderCall({ recording })
    expect(recorded).toMatch(/call-wave.*type="range"/)
    expect(toText(recorded)).toContain('Hear this call')
    const read = renderCall()
    expect(read).not.toMatch(/call-wave|data-clock|type="range"/)
    expect(toText(read)).toContain('Hear this call')
    expect(toText(read)).toContain('Read aloud by your device.')
  })

  it('uses measured timings and labels the recording as synthetic speech', () => {
    const html = renderCall({ recording: { ...recording, timings: '1.7:0a4 9.5:023' }, lines })
    expect(readStarts(html)).toEqual([1.7, 9.5])
    expect([...html.matchAll(/data-words="(\w+)"/g)].map(([, words]) => words)).toEqual(['0a4', '023'])
    expect(html).toContain('Sample call, computer-generated voices.')
    expect(readStarts(renderCall({ recording: { ...recording, timings: '1.7:0a4' }, lines }))).toEqual([0, 12.5])
  })

  it('shows the first and last lines and collapses the middle', () => {
    const buildLine = (_: unknown, index: number) => ({ _key: `${index}`, speaker: 'caller', text: `Line ${index}.` })
    const renderLines = (count: number) => {
      const html = renderCall({ lines: Array.from({ length: count }, buildLine) })
      const visibleLines = html.replace(/<details.*<\/details>/, '').matchAll(/data-call-text[^>]*>Line (\d)/g)
      return [[...visibleLines].map(([, line]) => line).join(''), html.includes('Show full transcript')]
    }
    expect([renderLines(8), renderLines(7), renderLines(6)]).toEqual([
      ['012567', true],
      ['0123456', false],
      ['012345', false],
    ])
  })

  it('offers several calls as radio buttons with unique IDs', () => {
    const calls = [
      { ...call, _key: 'b', name: 'Smell of gas', result: 'paged' },
      { ...call, _key: 'c', name: 'En español', language: 'es' },
    ]
    const html = renderCall({ name: 'No heat' }, { calls })
    const tabs = [...html.matchAll(/<input type="radio" id="([^"]+)"[^>]*name="([^"]+)"/g)]
    expect(tabs.map(([, id]) => id)).toEqual(['call-a-tab', 'call-a-b-tab', 'call-a-c-tab'])
    expect(new Set(tabs.map(([, , name]) => name)).size).toBe(1)
    expect(html.match(/checked=""/g)).toHaveLength(1)
    expect(toText(html)).toContain('Paged Tomorrow at eight')
    // A Spanish call without a recording has no player, because devices may lack a good voice.
    const spanish = html.slice(html.indexOf('id="call-a-c-tab"'))
    expect(spanish).toContain('data-sound="words"')
    expect(spanish).toContain('<p lang="es"')
    expect(spanish).not.toContain('<button')
    expect(spanish).toContain('Text only')
  })
})

describe('legal page', () => {
  const page = { _id: 'l', title: 'Terms', path: '/terms', effectiveDate: '2026-01-31', underReview: true }
  const body = buildText({ text: 'Words.' })
  const otherLinks = [{ _key: 'c', label: 'Cookie policy', href: '/cookie-policy' }]
  const renderLegal = (page: object) =>
    renderToStaticMarkup(<LegalPage page={page as never} otherPages={otherLinks} labels={uiCopy.articles} />)

  it('shows its draft date, the missing legal review and its text', () => {
    const html = renderLegal({ ...page, body })
    expect(html).toContain('<time dateTime="2026-01-31">January 31, 2026</time>')
    expect(toText(html)).toMatch(/Draft dated\s+January 31, 2026\s*\..*Not yet reviewed by a lawyer/)
    expect(toText(html)).not.toContain('Effective')
    expect(toText(html)).toContain('Words.')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toMatch(/<a [^>]*href="\/cookie-policy"[^>]*>Cookie policy.*Draft dated/)
  })

  it('shows no review notice after the review, and omits a missing date', () => {
    const text = toText(renderLegal({ ...page, underReview: false, effectiveDate: null, body: null }))
    expect(text).not.toMatch(/review|force|Draft/)
    expect(toText(renderLegal({ ...page, underReview: false, body }))).toMatch(/Effective\s+January 31, 2026/)
  })
})

describe('gallery layout', () => {
  it.each([
    [2, 2],
    [3, 0],
    [4, 4],
    [5, 2],
    [6, 0],
    [7, 4],
    [8, 2],
  ])('of %i images puts %i in rows of two and leaves no gaps', (count, pairCount) => {
    expect(countPairedPictures(count)).toBe(pairCount)
    expect((count - pairCount) % 3).toBe(0)
  })
})

describe('posts block', () => {
  const posts = ['a', 'b', 'c', 'd'].map((slug) => ({ _id: slug, title: slug, slug, publishedAt: '2026-10-01' }))
  const renderPosts = (overrides: object) => render({ _type: 'postsBlock', _key: 'p', heading: 'Read', ...overrides })

  it('shows the requested number of newest posts or all chosen posts', () => {
    expect(renderPosts({ choice: 'newest', count: 3, posts }).match(/<article/g)).toHaveLength(3)
    expect(renderPosts({ choice: 'chosen', count: 3, posts }).match(/<article/g)).toHaveLength(4)
  })

  it('links to the blog or to the category', () => {
    expect(renderPosts({ choice: 'newest', count: 3, posts })).toContain('href="/blog"')
    const category = { title: 'Emergencies', slug: 'emergencies' }
    expect(renderPosts({ choice: 'newest', count: 3, posts, category })).toContain('href="/blog/category/emergencies"')
  })

  it('renders nothing if no posts are published', () => {
    expect(renderPosts({ choice: 'chosen', posts: [null] })).toBe('')
    expect(renderPosts({ choice: 'newest', posts: [] })).toBe('')
  })
})
