import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ArticleBody } from '../../../components/article/article-body.tsx'
import { hasContents } from '../../../components/article/table-of-contents.tsx'
import { articleHeadings } from '../../../components/article/headings.ts'
import { readingMinutes } from '../../../components/blog/reading-time.ts'
import { highlight } from '../../../lib/docs/highlight.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { wordsFrom } from '../../../lib/words.ts'

vi.mock('server-only', () => ({}))

type Member = { _type: string; _key: string }

let keys = 0

beforeAll(() => {
  stubSiteEnv()
})

const render = (value: Member[] | null) =>
  renderToStaticMarkup(createElement(ArticleBody, { value, words: wordsFrom(null).articles }))

const member = (_type: string, fields: object): Member => ({ _type, _key: `k${keys++}`, ...fields })

const block = (style: string, text: string, fields: object = {}) =>
  member('block', {
    style,
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text, marks: [] }],
    ...fields,
  })

const linked = (href: string) =>
  block('normal', '', {
    markDefs: [{ _key: 'l', _type: 'link', href }],
    children: [{ _type: 'span', _key: 's', text: 'words', marks: ['l'] }],
  })

const table = (caption: string | null, ...rows: string[][]) =>
  member('table', { caption, rows: rows.map((cells, index) => ({ _key: `r${index}`, cells })) })

describe('headings', () => {
  it('have ids that are unique, readable and safe in an address', () => {
    const headings = articleHeadings([
      block('h2', 'What it costs'),
      block('h3', 'What it costs'),
      block('h2', 'What it costs 2'),
      block('h2', 'Über Heizöl & <script>'),
      block('h2', '???'),
      block('h2', 'Content'),
      block('normal', 'No heading'),
      block('h4', '  '),
    ])
    expect(headings.map(({ id }) => id)).toEqual([
      'what-it-costs',
      'what-it-costs-2',
      'what-it-costs-2-2',
      'uber-heizol-script',
      'section',
      'content-2',
    ])
  })

  it('carry the id that the contents link to, and a link of their own', () => {
    const html = render([block('h2', 'One'), block('h3', 'Two'), block('h4', 'Three')])
    for (const [level, id] of [
      ['h2', 'one'],
      ['h3', 'two'],
      ['h4', 'three'],
    ])
      expect(html).toContain(`<${level} id="${id}">`)
    expect(html).toContain('href="#one" aria-label="Link to “One”"')
  })

  it('are left out while they are empty', () => {
    expect(render([block('h2', ''), block('normal', 'Text')])).not.toContain('<h2')
  })

  it('make contents from three of the first level on', () => {
    const two = [block('h2', 'One'), block('h3', 'Not counted'), block('h2', 'Two')]
    expect(hasContents(articleHeadings(two))).toBe(false)
    expect(hasContents(articleHeadings([...two, block('h2', 'Three')]))).toBe(true)
  })
})

describe('links', () => {
  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])(
    'leave out the address %s and keep the words',
    (href) => {
      const html = render([linked(href)])
      expect(html).toContain('words')
      expect(html).not.toContain('<a')
    },
  )

  it('lead where they are safe', () => {
    expect(render([linked('https://example.com/')])).toContain('href="https://example.com/"')
    expect(render([linked('/blog')])).toContain('href="/blog"')
  })
})

describe('tables', () => {
  it('have a header row, names of rows, a caption, and a frame that the keyboard can scroll', () => {
    const html = render([table('Costs', ['Step', 'Figure'], ['Calls', '6'], ['Jobs'])])
    expect(html).toContain('<th scope="col">Step</th><th scope="col">Figure</th>')
    expect(html).toContain('<th scope="row">Calls</th><td>6</td>')
    expect(html).toContain('<th scope="row">Jobs</th><td></td>')
    expect(html).toMatch(/<figcaption id="([^"]+)".*<section [^>]*tabindex="0" aria-labelledby="\1"/)
  })

  it('have a name without a caption, and no header cell that says nothing', () => {
    const html = render([table(null, ['', 'Figure'], ['Calls', '6'])])
    expect(html).toContain('aria-label="Table"')
    expect(html).toContain('<tr><td></td><th scope="col" class="figure">Figure</th></tr>')
  })

  it('set columns of figures to the right, and tell each cell its column from three on', () => {
    const html = render([
      table('Visits', ['Kind', 'Middle', 'Long', 'Plan with'], ['Tune-up', '60 min', '80 min', 'An hour']),
    ])
    expect(html).toContain('<td class="figure" data-label="Long">80 min</td><td data-label="Plan with">An hour</td>')
    expect(html).toContain('data-table-labeled')
    expect(render([table('Costs', ['Step', 'Figure'], ['Calls', 'Six'])])).not.toMatch(/data-label|figure"/)
    expect(render([table('Week', ['What', 'Normal', 'Hot'], ['Calls', '85', '170'])])).not.toContain('data-label')
  })

  it('have their sums in bold below a line, and nothing else', () => {
    const html = render([table('Costs', ['Plan', 'Calls', 'You pay'], ['Night line', '8', '$9'], ['All', '8', '$9'])])
    const bold = (text: string) => `<strong class="font-semibold">${text}</strong>`
    expect(html).toContain(`<td class="figure">8</td><td class="figure">${bold('$9')}</td>`)
    expect(html).toContain(`<td class="figure">${bold('8')}</td><td class="figure">${bold('$9')}</td>`)
    expect(html.match(/<tr class="border-foreground">/g)).toHaveLength(1)
    expect(html).toContain('<tr class="border-foreground"><th scope="row">All</th>')
    expect(render([table('Costs', ['What', 'Dollars'], ['Work', '$9'], ['Left', '$8'])])).toContain(bold('$8'))
    const codes = render([table('Codes', ['Calls', 'On'], ['All calls', '*72'])])
    expect(codes).not.toMatch(/<strong|border-foreground/)
  })

  it('say once what the columns are where a figure stands before the place it comes from', () => {
    const html = render([
      table('Costs', ['Step', 'Figure', 'From'], ['Calls', '8', 'Log'], ['Lost', '$36,400', '3 × 4']),
    ])
    expect(html).toContain('data-table-sum')
    expect(html).toContain('<td class="figure">$36,400</td><td>3 × 4</td>')
    expect(html).not.toContain('data-label')
  })

  it('are left out while they are empty', () => {
    expect(render([table('Costs')])).toBe('<div class="article "></div>')
  })
})

describe('code', () => {
  it('is coloured by classes, escaped, and says its language and file', () => {
    const html = render([member('codeBlock', { language: 'typescript', filename: 'a.ts', code: 'const a = "<b>"' })])
    expect(html).toContain('<span class="text-accent">const </span>')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toContain('<b>')
    expect(html).toContain('TypeScript')
    expect(html).toContain('aria-label="a.ts"')
    expect(html).not.toContain('style=')
  })

  it.each(['brainfuck', 'constructor', '', null])('stays plain in the language %j', (language) => {
    const html = render([member('codeBlock', { language, code: 'a < b\n  c' })])
    expect(html).toContain('<code>a &lt; b\n  c</code>')
  })

  it.each(['bash', 'css', 'html', 'http', 'javascript', 'json', 'python', 'typescript', 'yaml'])(
    'in %s keeps every character',
    (language) => {
      const code = 'POST /x HTTP/1.1\n\n{"a": [1, true]}\n\n  # end\t'
      const text = highlight(code, language).map((token) => token.text)
      expect(text.join('')).toBe(code)
    },
  )
})

describe('callouts', () => {
  it.each([
    ['note', 'Note'],
    ['tip', 'Tip'],
    ['warning', 'Watch out'],
    ['unheard-of', 'Note'],
  ])('of the tone %s say %s in words', (tone, name) => {
    const html = render([member('callout', { tone, body: [block('normal', 'Mind the gap')] })])
    expect(html).toContain(`>${name}</p>`)
    expect(html).toContain('Mind the gap')
  })
})

describe('pictures', () => {
  it('are responsive, described, captioned and have a placeholder', () => {
    const html = render([
      member('imageWithAlt', {
        alt: 'A boiler',
        caption: 'In the cellar',
        asset: { _id: 'image-abc123-1600x1000-png', width: 1600, height: 1000, lqip: 'data:image/png;base64,AAAA' },
      }),
    ])
    expect(html).toContain('alt="A boiler"')
    expect(html).toContain('srcSet=')
    expect(html).toContain('loading="lazy"')
    expect(html).toContain('data:image')
    expect(html).toContain('In the cellar</figcaption>')
  })

  it('are left out until they are uploaded', () => {
    expect(render([member('imageWithAlt', { alt: null, asset: null })])).not.toContain('<img')
  })
})

describe('an article', () => {
  it('is nothing while nothing is written', () => {
    expect(render(null)).toBe('')
    expect(render([])).toBe('')
  })

  it('leaves out what a newer schema knows and this code does not', () => {
    expect(render([member('hologram', {}), block('normal', 'Text')])).toBe('<div class="article "><p>Text</p></div>')
  })

  it('shows members that have no field yet', () => {
    const empty = ['codeBlock', 'imageWithAlt', 'callout', 'table'].map((type) => member(type, {}))
    expect(() => render(empty)).not.toThrow()
  })

  it('takes a minute at least, and a minute more for every 238 words', () => {
    expect(readingMinutes(null)).toBe(1)
    expect(readingMinutes([block('normal', 'word '.repeat(238 * 3))])).toBe(3)
    const callout = member('callout', { body: [block('normal', 'word '.repeat(238 * 2))] })
    expect(readingMinutes([callout, block('normal', 'word '.repeat(238))])).toBe(3)
  })
})
