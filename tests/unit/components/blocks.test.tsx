import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Block } from '../../../components/blocks/types.ts'
import { blocks } from '../../../sanity/schema/blocks/index.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { wordsFrom } from '../../../lib/words.ts'

vi.mock('server-only', () => ({}))

let render: (blocks: unknown[], cities?: unknown[]) => string

beforeAll(async () => {
  stubSiteEnv()
  const { Blocks } = await import('../../../components/blocks/blocks.tsx')
  render = (blocks, cities = []) =>
    renderToStaticMarkup(
      createElement(Blocks, {
        blocks: blocks as Block[],
        cities: cities as never,
        booking: null,
        contact: null,
        tagline: null,
        lowest: null,
        brand: 'Ductwise',
        words: wordsFrom(null),
        page: 'page-a',
        isPreview: false,
      }),
    )
})

const link = (href: string) => ({ _key: 'l', label: 'Go', href })
const text = (...children: { text: string; marks?: string[] }[]) => [
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
    { _key: '1', speaker: 'caller', text: 'The furnace quit.', understood: 'No heat' },
    { _key: '2', speaker: 'assistant', text: 'Is anyone ill?', understood: null },
  ],
}

const types = blocks.map(({ schema }) => schema.name)

describe('blocks', () => {
  it.each(types)('%s can be shown while an editor has written nothing yet', (_type) => {
    expect(() => render([{ _type, _key: 'a' }])).not.toThrow()
  })

  it('leave out what a newer schema knows and this code does not', () => {
    expect(render([{ _type: 'hologramBlock', _key: 'a' }])).toBe('')
  })

  it('have one first-level heading, in the first block', () => {
    const html = render(types.map((_type) => ({ _type, _key: _type, heading: 'Words' })))
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.indexOf('<h1')).toBeLessThan(html.indexOf('<h2'))
  })

  it('keep the order of the editor', () => {
    const html = render([
      { _type: 'ctaBlock', _key: 'a', heading: 'First' },
      { _type: 'richTextBlock', _key: 'b', heading: 'Second' },
    ])
    expect(html.indexOf('First')).toBeLessThan(html.indexOf('Second'))
  })

  it('have quick answers after a form, where there are some', () => {
    const answers = [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Three plans.' }] }]
    const form = { _type: 'contactFormBlock', _key: 'a', heading: 'First', answersHeading: 'Quick answers' }
    expect(render([{ ...form, answers }])).toMatch(/<\/form>.*<h2[^>]*>Quick answers.*Three plans\./)
    expect(render([form])).not.toContain('Quick answers')
  })

  it('say at the message what helps with an answer', () => {
    const html = render([{ _type: 'contactFormBlock', _key: 'a', heading: 'First' }])
    expect(html).toMatch(/<p id="contact-message-hint"[^>]*>What can we help with\?/)
    expect(html).toMatch(/<textarea[^>]* aria-describedby="contact-message-hint"/)
  })
})

describe('links', () => {
  it('lead to safe addresses only', () => {
    const actions = [link('/pricing'), link('javascript:alert(1)'), link('//evil.example')]
    const html = render([{ _type: 'ctaBlock', _key: 'a', heading: 'x', actions }])
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/pricing"'])
    expect(html.match(/Go/g)).toHaveLength(3)
  })

  it('in text lead to safe addresses only, and keep their words', () => {
    const body = text(
      { text: 'good', marks: ['good'] },
      { text: 'bad', marks: ['bad'] },
      { text: 'gone', marks: ['missing'] },
    )
    const html = render([{ _type: 'richTextBlock', _key: 'a', body }])
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/"'])
    expect(html).toContain('bad')
    expect(html).toContain('gone')
  })
})

describe('the sample call', () => {
  it('is labelled as an example, with what was understood of it', () => {
    const html = render([{ _type: 'conversationBlock', _key: 'a', heading: 'x', call }])
    expect(html).toContain('Example')
    expect(html).toContain('No heat')
    expect(html).toContain('Tomorrow at eight')
  })

  it('is played once on a page: beside a hero without an image, else in its own block', () => {
    const hero = { _type: 'heroBlock', _key: 'h', heading: 'Hero', image: null }
    const conversation = { _type: 'conversationBlock', _key: 'a', heading: 'What is said', call }
    const playerAt = (blocks: object[]) => {
      const html = render(blocks)
      expect(html.match(/data-call-play=""/g)).toHaveLength(1)
      expect(html.match(/Tomorrow at eight/g)).toHaveLength(1)
      return html.indexOf('data-call-play') < html.indexOf('What is said') ? 'hero' : 'block'
    }
    expect(playerAt([hero, conversation])).toBe('hero')
    expect(playerAt([{ ...hero, image }, conversation])).toBe('block')
    expect(playerAt([conversation])).toBe('block')
  })

  it('stands beside no hero where there are several to choose from', () => {
    const html = render([
      { _type: 'heroBlock', _key: 'h', heading: 'Hero', image: null },
      { _type: 'conversationBlock', _key: 'a', heading: 'Choose', call, calls: [{ ...call, _key: 'b' }] },
    ])
    expect(html.indexOf('data-call-play')).toBeGreaterThan(html.indexOf('Choose'))
    expect(html).not.toContain('hear-the-call')
  })
})

describe('images', () => {
  it('come through the optimiser at quality 75, with their alternative text and size', () => {
    const html = render([{ _type: 'mediaTextBlock', _key: 'a', heading: 'x', image, imageSide: 'left' }])
    expect(html).toContain('alt="A boiler"')
    expect(html).toMatch(
      /src="\/_next\/image\?url=http%3A%2F%2Flocalhost%3A3900%2Fimages%2Flocal%2Fproduction%2Fabc123-800x600.jpg[^"]*q=75"/,
    )
    expect(html).toMatch(/width="800" height="600"/)
  })
})

describe('cities', () => {
  it('link to their pages, and a city without a slug is no link', () => {
    const city = { name: 'Chicago', state: 'Illinois', summary: 'Cold.' }
    const html = render(
      [{ _type: 'cityGridBlock', _key: 'a', heading: 'x' }],
      [
        { ...city, _id: 'a', slug: 'chicago' },
        { ...city, _id: 'b', slug: null },
      ],
    )
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/hvac-ai-sdr/chicago"'])
  })
})
