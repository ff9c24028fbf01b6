import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ArticleBody } from '../../../components/site/article/article-body.tsx'
import { hasContents, extractHeadings } from '../../../components/site/article/table-of-contents.tsx'
import {
  getReadingMinutes,
  type ListedPost,
  PostList,
  pickRelatedPosts,
} from '../../../components/site/blog/post-list.tsx'
import { highlight } from '../../../lib/site/api-reference/highlight.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import type { ComponentProps } from 'react'
import { CategoryNav, Pagination } from '../../../components/site/blog/list-navigation.tsx'
import { NextStepBand, PostPage } from '../../../components/site/blog/post-page.tsx'
import { DocClosing } from '../../../components/site/docs/doc-tree.tsx'
import { DocIndex, TroubleshootingLink } from '../../../components/site/docs/doc-index.tsx'
import { findDocNeighbors, DocPage } from '../../../components/site/docs/doc-page.tsx'
import { SearchResults } from '../../../components/site/search/search-results.tsx'
import { formatFileSize, PressKit } from '../../../components/site/press/press-kit.tsx'
import { PressItemList, PressItemPage } from '../../../components/site/press/press-item.tsx'
import { buildPaging } from '../../../lib/values/paging.ts'
import { findSamplePicture } from '../../support/sample-content.ts'

vi.mock('server-only', () => ({}))

type Member = { _type: string; _key: string }

let keys = 0

beforeAll(() => stubSiteEnv())

const render = (value: Member[] | null) =>
  renderToStaticMarkup(<ArticleBody value={value} labels={resolveCopy(null).articles} />)

const buildMember = (_type: string, fields: object): Member => ({ _type, _key: `k${keys++}`, ...fields })

const buildBlock = (style: string, text: string, marks: string[] = [], markDefs: object[] = []) =>
  buildMember('block', { style, markDefs, children: [{ _type: 'span', _key: 's', text, marks }] })

const buildLink = (href: string) => buildBlock('normal', 'words', ['l'], [{ _key: 'l', _type: 'link', href }])

const buildTable = (caption: string | null, ...rows: string[][]) =>
  buildMember('table', { caption, rows: rows.map((cells, index) => ({ _key: `r${index}`, cells })) })

describe('article headings', () => {
  it('have unique, readable, URL-safe IDs', () => {
    const headings = extractHeadings([
      buildBlock('h2', 'What it costs'),
      buildBlock('h3', 'What it costs'),
      buildBlock('h2', 'What it costs 2'),
      buildBlock('h2', 'Über Heizöl & <script>'),
      buildBlock('h2', '???'),
      buildBlock('h2', 'Content'),
      buildBlock('normal', 'No heading'),
      buildBlock('h4', '  '),
    ])
    const ids = ['what-it-costs', 'what-it-costs-2', 'what-it-costs-2-2', 'uber-heizol-script', 'section', 'content-2']
    expect(headings.map(({ id }) => id)).toEqual(ids)
  })

  it('have an ID and a link to themselves', () => {
    const html = render([buildBlock('h2', 'One'), buildBlock('h3', 'Two'), buildBlock('h4', 'Three')])
    for (const heading of ['<h2 id="one">', '<h3 id="two">', '<h4 id="three">']) expect(html).toContain(heading)
    expect(html).toContain('href="#one" aria-label="Link to “One”"')
  })

  it('are omitted when empty', () => {
    expect(render([buildBlock('h2', ''), buildBlock('normal', 'Text')])).not.toContain('<h2')
  })

  it('get a table of contents if there are at least three second-level headings', () => {
    const two = [buildBlock('h2', 'One'), buildBlock('h3', 'Not counted'), buildBlock('h2', 'Two')]
    expect(hasContents(extractHeadings(two))).toBe(false)
    expect(hasContents(extractHeadings([...two, buildBlock('h2', 'Three')]))).toBe(true)
  })
})

describe('article links', () => {
  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])(
    'to the unsafe URL %s are removed, but their text stays',
    (href) => {
      const html = render([buildLink(href)])
      expect(html).toContain('words')
      expect(html).not.toContain('<a')
    },
  )

  it('to safe URLs are rendered', () => {
    expect(render([buildLink('https://example.com/')])).toContain('href="https://example.com/"')
    expect(render([buildLink('/blog')])).toContain('href="/blog"')
  })
})

describe('article tables', () => {
  it('have column and row headers, a caption and a keyboard-scrollable frame', () => {
    const html = render([buildTable('Costs', ['Step', 'Figure'], ['Calls', '6'], ['Jobs'])])
    expect(html).toContain('<th scope="col">Step</th><th scope="col">Figure</th>')
    expect(html).toContain('<th scope="row">Calls</th><td>6</td>')
    expect(html).toContain('<th scope="row">Jobs</th><td></td>')
    expect(html).toMatch(/<figcaption id="([^"]+)".*<section [^>]*tabindex="0" aria-labelledby="\1"/)
  })

  it('have a fallback label if there is no caption, and have no empty header cells', () => {
    const html = render([buildTable(null, ['', 'Figure'], ['Calls', '6'])])
    expect(html).toContain('aria-label="Table"')
    expect(html).toContain('<tr><td></td><th scope="col" class="figure">Figure</th></tr>')
  })

  it('align numeric columns right, and label cells if there are at least three columns', () => {
    const columns = ['Kind', 'Middle', 'Long', 'Plan with']
    const html = render([buildTable('Visits', columns, ['Tune-up', '60 min', '80 min', 'An hour'])])
    expect(html).toContain('<td class="figure" data-label="Long">80 min</td><td data-label="Plan with">An hour</td>')
    expect(html).toContain('data-table-labeled')
    expect(render([buildTable('Costs', ['Step', 'Figure'], ['Calls', 'Six'])])).not.toMatch(/data-label|figure"/)
    expect(render([buildTable('Week', ['What', 'Normal', 'Hot'], ['Calls', '85', '170'])])).not.toContain('data-label')
  })

  it('show only totals in bold, below a rule', () => {
    const html = render([
      buildTable('Costs', ['Plan', 'Calls', 'You pay'], ['Night line', '8', '$9'], ['All', '8', '$9']),
    ])
    const renderBold = (text: string) => `<strong class="font-semibold">${text}</strong>`
    expect(html).toContain(`<td class="figure">8</td><td class="figure">${renderBold('$9')}</td>`)
    expect(html).toContain(`<td class="figure">${renderBold('8')}</td><td class="figure">${renderBold('$9')}</td>`)
    expect(html.match(/<tr class="border-foreground">/g)).toHaveLength(1)
    expect(html).toContain('<tr class="border-foreground"><th scope="row">All</th>')
    expect(render([buildTable('Costs', ['What', 'Dollars'], ['Work', '$9'], ['Left', '$8'])])).toContain(
      renderBold('$8'),
    )
    const codes = render([buildTable('Codes', ['Calls', 'On'], ['All calls', '*72'])])
    expect(codes).not.toMatch(/<strong|border-foreground/)
  })

  it('label no cells in a calculation table', () => {
    const columns = ['Step', 'Figure', 'From']
    const html = render([buildTable('Costs', columns, ['Calls', '8', 'Log'], ['Lost', '$36,400', '3 × 4'])])
    expect(html).toContain('data-table-sum')
    expect(html).toContain('<td class="figure">$36,400</td><td>3 × 4</td>')
    expect(html).not.toContain('data-label')
  })

  it('are omitted when empty', () => expect(render([buildTable('Costs')])).toBe('<div class="article "></div>'))
})

describe('code block', () => {
  it('is highlighted with classes, escaped and labeled with language and file name', () => {
    const html = render([
      buildMember('codeBlock', { language: 'typescript', filename: 'a.ts', code: 'const a = "<b>"' }),
    ])
    expect(html).toContain('<span class="text-accent">const </span>')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toContain('<b>')
    expect(html).toContain('TypeScript')
    expect(html).toContain('aria-label="a.ts"')
    expect(html).not.toContain('style=')
  })

  it.each(['brainfuck', 'constructor', '', null])('is plain text for the language %j', (language) => {
    const html = render([buildMember('codeBlock', { language, code: 'a < b\n  c' })])
    expect(html).toContain('<code>a &lt; b\n  c</code>')
  })

  it.each(['bash', 'css', 'html', 'http', 'javascript', 'json', 'python', 'typescript', 'yaml'])(
    'keeps every character in %s',
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
    ['warning', 'Warning'],
    ['unheard-of', 'Note'],
  ])('with tone %s are labeled %s', (tone, name) => {
    const html = render([buildMember('callout', { tone, body: [buildBlock('normal', 'Mind the gap')] })])
    expect(html).toContain(`>${name}</p>`)
    expect(html).toContain('Mind the gap')
  })
})

describe('article images', () => {
  it('are responsive and lazy-loaded, with alt text, caption and placeholder', () => {
    const lqip = 'data:image/png;base64,AAAA'
    const asset = { _id: 'image-abc123-1600x1000-png', width: 1600, height: 1000, lqip }
    const html = render([buildMember('imageWithAlt', { alt: 'A boiler', caption: 'In the cellar', asset })])
    expect(html).toContain('alt="A boiler"')
    expect(html).toContain('srcSet=')
    expect(html).toContain('loading="lazy"')
    expect(html).toContain('data:image')
    expect(html).toContain('In the cellar</figcaption>')
  })

  it('are omitted until uploaded', () => {
    expect(render([buildMember('imageWithAlt', { alt: null, asset: null })])).not.toContain('<img')
  })
})

describe('article', () => {
  it('renders nothing if there is no content', () => {
    expect(render(null)).toBe('')
    expect(render([])).toBe('')
  })

  it('omits unknown block types', () => {
    expect(render([buildMember('hologram', {}), buildBlock('normal', 'Text')])).toBe(
      '<div class="article "><p>Text</p></div>',
    )
  })

  it('renders members that have no fields', () => {
    const empty = ['codeBlock', 'imageWithAlt', 'callout', 'table'].map((type) => buildMember(type, {}))
    expect(() => render(empty)).not.toThrow()
  })

  it('has a reading time of one minute per 238 words, and at least one minute', () => {
    expect(getReadingMinutes(null)).toBe(1)
    expect(getReadingMinutes([buildBlock('normal', 'word '.repeat(238 * 3))])).toBe(3)
    const callout = buildMember('callout', { body: [buildBlock('normal', 'word '.repeat(238 * 2))] })
    expect(getReadingMinutes([callout, buildBlock('normal', 'word '.repeat(238))])).toBe(3)
  })
})

const uiCopy = resolveCopy(null)

type Tree = Parameters<typeof findDocNeighbors>[0]

const html = renderToStaticMarkup

const buildPicture = (id: string) => ({
  alt: `Cover ${id}`,
  caption: null,
  isDarkDrawing: null,
  hotspot: null,
  crop: null,
  asset: { _id: `image-${id}-1600x1000-png`, width: 1600, height: 1000, lqip: null },
})

const buildPost = (id: string): ListedPost => ({
  _id: id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  excerpt: `About ${id}`,
  publishedAt: '2026-10-29T23:30:00Z',
  cover: buildPicture(id),
  category: { title: 'Dispatch', slug: 'dispatch' },
  isNews: null,
  body: [],
  author: { name: 'The desk', slug: 'desk' },
})

const buildDoc = (id: string) => ({ _id: id, title: `Page ${id}`, slug: id, summary: `About ${id}` })

const tree: Tree = [
  { _id: 's1', title: 'Start', slug: 'start', summary: null, pages: ['a', 'b'].map(buildDoc) },
  { _id: 's2', title: 'Go on', slug: 'go-on', summary: 'More', pages: [buildDoc('c')] },
]

const EMPTY_POST = {
  title: null,
  slug: null,
  excerpt: null,
  publishedAt: null,
  category: null,
  author: null,
  body: null,
}

describe('post list', () => {
  const renderList = (posts: ListedPost[], props: Partial<ComponentProps<typeof PostList>> = {}) =>
    html(<PostList posts={posts} labels={uiCopy.blog} {...props} />)

  it('links every post and loads only the first cover eagerly', () => {
    const list = renderList(['1', '2', '3'].map(buildPost))
    for (const id of ['1', '2', '3']) expect(list).toContain(`href="/blog/post-${id}"`)
    expect(list.match(/loading="eager"/g)).toHaveLength(1)
    expect(list.match(/loading="lazy"/g)).toHaveLength(2)
    expect(list).toContain('<time dateTime="2026-10-29T23:30:00.000Z">October 29, 2026</time>')
  })

  it('lists changelog posts last and without images, but shows images if there are no other posts', () => {
    const news = { ...buildPost('news'), category: { title: 'Changelog', slug: 'changelog' }, isNews: true }
    const list = renderList([news, buildPost('1'), buildPost('2')], { pagination: 'Older' })
    expect(list).toMatch(
      /post-1.*post-2.*Older.*<h2[^>]*>Changelog<\/h2>.*href="\/blog\/category\/changelog">All updates<.*<h3.*post-news/,
    )
    expect(list.match(/<img/g)).toHaveLength(2)
    const html = renderList([news])
    expect(html).toContain('<h2')
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).not.toMatch(/<h3|Changelog/)
  })

  it('shows category, date and reading time, without the category on category pages', () => {
    const text = 'word '.repeat(238 * 4)
    const body = [{ _key: 'b', _type: 'block', children: [{ _type: 'span', text }], code: null, body: null }]
    const list = (isInCategory: boolean) => renderList([{ ...buildPost('1'), body: body as never }], { isInCategory })
    expect(list(false)).toMatch(/<p[^>]*><span>Dispatch<\/span><time[^>]*>October 29, 2026<\/time><span>4 min read</)
    expect(list(true)).toMatch(/<p[^>]*><time[^>]*>October 29, 2026<\/time><span>4 min read</)
  })

  it('uses a card grid only if the cards fill their rows', () => {
    const hasThreeColumns = (count: number) =>
      renderList(Array.from({ length: count + 1 }, (_, index) => buildPost(`${index}`))).includes('lg:grid-cols-3')
    expect([1, 2, 3, 4, 6].map(hasThreeColumns)).toEqual([false, false, true, false, true])
  })

  it('shows a message when empty', () => expect(renderList([])).toContain('No posts yet.'))

  it('renders drafts that have no fields', () => {
    const drafts = ['d', 'e'].map((_id) => ({ ...EMPTY_POST, _id, cover: null })) as unknown as ListedPost[]
    expect(() => renderList(drafts)).not.toThrow()
  })

  it('links the previous and next page with rel attributes', () => {
    const renderNav = (page: number, total = 25) =>
      html(<Pagination paging={buildPaging('/blog', page, total)!} name="Blog" labels={uiCopy.lists} />)
    expect(renderNav(1)).not.toContain('rel="prev"')
    expect(renderNav(1)).toContain(
      '<a rel="next" class="button button-quiet col-start-3 justify-self-end" href="/blog/page/2">',
    )
    expect(renderNav(2)).toMatch(/rel="prev"[^>]*href="\/blog"/)
    expect(renderNav(3)).not.toContain('rel="next"')
    expect(renderNav(1, 3)).toBe('')
  })

  it('marks the current category', () => {
    const categories = ['dispatch', 'money'].map((slug) => ({ _id: slug, title: slug, slug }))
    const nav = html(<CategoryNav categories={categories} current="money" allLabel={uiCopy.blog.all} />)
    expect(nav.match(/aria-current="page"/g)).toHaveLength(1)
    expect(nav).toMatch(/aria-current="page"[^>]*href="\/blog\/category\/money"/)
  })
})

describe('next-step band', () => {
  const step = { heading: 'See a day', text: 'As it is.', actions: [{ _key: 'a', label: 'Open it', href: '/demo' }] }
  const picture = findSamplePicture('category-changelog', 'morningPicture')
  const renderBand = (step: object | null) => html(<NextStepBand step={step as never} labels={uiCopy} />)

  it('shows heading, text and actions, with the product picture if set', () => {
    const [call] = picture.calls as { words: string }[]
    expect(renderBand({ ...step, picture })).toMatch(/<h2[^>]*>See a day<.*As it is\..*href="\/demo">Open it<.*<figure/)
    expect(renderBand({ ...step, picture })).toContain(call?.words)
    expect(renderBand({ ...step, picture: null })).toMatch(/<h2[^>]*>See a day<.*href="\/demo">Open it</)
    expect(renderBand({ ...step, picture: null })).not.toContain('<figure')
  })

  it('renders nothing if there is no content', () => expect(renderBand(null)).toBe(''))
})

describe('post page', () => {
  const renderPage = (fields: object) =>
    html(<PostPage post={{ _id: 'd', ...EMPTY_POST, related: [], latest: [], ...fields } as never} labels={uiCopy} />)

  it('suggests posts of the same category first, without duplicates', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(buildPost) as [ListedPost, ListedPost, ListedPost, ListedPost]
    const getIds = (posts: { _id: string }[]) => posts.map(({ _id }) => _id)
    expect(getIds(pickRelatedPosts([b], [a, b, c]))).toEqual(['b', 'a', 'c'])
    expect(getIds(pickRelatedPosts([a, b, c], [d]))).toEqual(['a', 'b', 'c'])
    expect(getIds(pickRelatedPosts([], []))).toEqual([])
  })

  it('ends with the next step of its category', () => {
    const actions = [{ _key: 'a', label: 'Open the calculator', href: '/#calculator' }]
    const nextStep = { heading: 'Run your own numbers', text: 'As you type.', actions }
    const renderWithStep = (step: object | null) =>
      renderPage({ ...buildPost('a'), body: null, category: { title: 'A', slug: 'a', nextStep: step } })
    expect(renderWithStep(nextStep)).toMatch(
      /<h2[^>]*>Run your own numbers<.*As you type\..*href="\/#calculator">Open the/,
    )
    expect(renderWithStep(null)).not.toContain('<h2')
  })

  it('renders a draft that has no fields', () => {
    const page = renderPage({})
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toContain('1 min read')
  })
})

describe('press pages', () => {
  const url = 'http://localhost:3900/files/a.zip'
  const file = { url, originalFilename: 'Logo & mark.zip', extension: 'zip', size: 1_234_567 }
  const download = { description: null, picture: null, file, otherFile: null }
  const kit = {
    _id: 'pressKit' as const,
    heading: 'Press kit',
    shortBoilerplate: 'We do.',
    boilerplate: 'We answer.',
    contactEmail: 'press@example.com',
    facts: [
      { _key: 'f', title: 'For whom', text: 'HVAC companies' },
      { _key: 'g', title: 'Price', text: 'From {price} a month.' },
    ],
    downloads: [
      { ...download, _key: 'a', label: 'Logos' },
      { ...download, _key: 'b', label: 'Not uploaded', file: null },
      {
        ...download,
        _key: 'c',
        label: 'Logo for dark backgrounds',
        picture: buildPicture('logo'),
        file: { ...file, extension: 'svg' },
        otherFile: { ...file, extension: 'png', size: 900 },
      },
    ],
  }

  const renderKitPage = (lowest: object | null = null) =>
    html(<PressKit kit={kit} labels={uiCopy.press} lowest={lowest as never} />)

  it('link downloads with original file name, type and size, and omit missing files', () => {
    const page = renderKitPage()
    expect(page).toContain('href="http://localhost:3900/files/a.zip?dl=Logo%20%26%20mark.zip"')
    expect(page).toContain('ZIP, 1.2 MB')
    expect(page).not.toContain('Not uploaded')
  })

  it('preview a logo and link each of its formats', () => {
    const page = renderKitPage()
    expect(page.match(/<img/g)).toHaveLength(1)
    expect(page).toContain('alt="Cover logo"')
    for (const kind of ['SVG, 1.2 MB', 'PNG, 0.9 KB'])
      expect(page).toContain(`aria-label="Logo for dark backgrounds, ${kind}"`)
  })

  it('show facts with the lowest plan price, and omit the price if there is no plan', () => {
    expect(renderKitPage({ monthly: 149, yearly: 129 })).toMatch(
      /<dt[^>]*>For whom<\/dt><dd>HVAC companies<.*<dt[^>]*>Price<\/dt><dd>From \$129 a month\./,
    )
    expect(renderKitPage()).toContain('For whom')
    expect(renderKitPage()).not.toContain('Price')
  })

  it('show both boilerplates in the kit and the long one below each announcement', () => {
    const otherPost = { _id: 'o', title: 'Before', slug: 'before', publishedAt: '2026-01-05T12:00:00Z' }
    const item = { _id: 'i', title: 'News', slug: 'news', summary: 'What is new', body: null, others: [otherPost] }
    const renderPost = (fields: object, mediaKit: typeof kit | null = kit) =>
      html(<PressItemPage item={{ ...item, ...fields } as never} kit={mediaKit} labels={uiCopy} />)
    const page = renderPost({})
    expect(renderKitPage()).toMatch(/One sentence.*We do\..*One paragraph.*We answer\..*Logos/)
    expect(page).toMatch(/<h1.*News.*What is new.*We answer\..*mailto:press@example\.com.*href="\/press#kit"/)
    expect(page).toContain('href="/press/before"')
    expect(page).toMatch(/href="\/press">All announcements</)
    expect(renderPost({ others: [] }, null)).not.toContain('More announcements')
  })

  it('render if there is no press kit and no announcement', () => {
    expect(html(<PressKit kit={null} labels={uiCopy.press} lowest={null} />)).toBe('')
    expect(html(<PressItemList items={[]} emptyText={uiCopy.press.none} />)).toContain('No announcements yet')
  })

  it.each([
    [0, '0.0 KB'],
    [310, '0.3 KB'],
    [1000, '1.0 KB'],
    [135_400, '135 KB'],
    [2_000_000_000, '2.0 GB'],
    [null, undefined],
  ])('format %j bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))
})

describe('documentation', () => {
  const renderPage = (fields: object) =>
    html(
      <DocPage
        page={{ ...buildDoc('b'), section: null, body: null, ...fields } as never}
        tree={tree}
        labels={uiCopy}
      />,
    )
  const renderIndex = (sections: Tree, reference: string | null) =>
    html(<DocIndex tree={sections} labels={uiCopy.documentation} reference={reference} />)

  it('links the previous and next page across sections', () => {
    const findNeighborIds = (id: string) => {
      const { previous, next } = findDocNeighbors(tree, id)
      return [previous?._id, next?._id]
    }
    expect(findNeighborIds('a')).toEqual([undefined, 'b'])
    expect(findNeighborIds('b')).toEqual(['a', 'c'])
    expect(findNeighborIds('c')).toEqual(['b', undefined])
    expect(findNeighborIds('unknown')).toEqual([undefined, undefined])
  })

  it('shows the page tree, marks the current page and searches without JavaScript', () => {
    const markup = renderPage({})
    expect(markup).toMatch(/<details[^>]*><summary[^>]*>All pages/)
    expect(markup).toMatch(/aria-current="page"[^>]*href="\/documentation\/b"/)
    expect(markup).toMatch(/<form [^>]*action="\/search"[^>]*><input type="search"[^>]*name="q"/)
    expect(markup.match(/<h1/g)).toHaveLength(1)
  })

  it('shows a message when empty', () => expect(renderIndex([], null)).toContain('No pages yet.'))

  it('links the API reference and, if it exists, the troubleshooting page', () => {
    const markup = renderIndex(tree, 'Read calls.')
    expect(markup).toMatch(/<h3[^>]*><a [^>]*href="\/api"[^>]*>API reference<\/a><\/h3><p[^>]*>Read calls\.<\/p>/)
    const renderTroubleshootingLink = (slug: string) => {
      const pages = [{ _id: 'w', title: 'Troubleshooting', slug, summary: '' }]
      const withPage = [...tree, { _id: 'last', title: 'Last', slug: 'last', summary: null, pages }] as typeof tree
      return html(<TroubleshootingLink tree={withPage} labels={uiCopy.documentation} />)
    }
    expect(renderTroubleshootingLink('another')).toBe('')
    expect(renderTroubleshootingLink('troubleshooting')).toMatch(
      /Something wrong\? <a [^>]*href="\/documentation\/troubleshooting"[^>]*>Troubleshooting</,
    )
  })

  it('ends with contact links, or with a plan link after a worked example', () => {
    const renderClosing = (section: string | null, phone = '+1 (212) 736-5000') =>
      html(<DocClosing labels={uiCopy.documentation} phone={phone} section={section} />)
    expect(renderClosing(null)).toContain('Still stuck?')
    expect(renderClosing(null, '+1 (212) 555-0142')).not.toContain('tel:')
    expect(renderClosing('running-it')).toMatch(/href="\/contact".*href="tel:/)
    expect(renderClosing('worked-examples')).toMatch(
      /Does this look like your shop\?.*href="\/pricing"[^>]*>Compare plans/,
    )
    expect(renderClosing('worked-examples')).not.toContain('Still stuck?')
  })

  it('places its table of contents between summary and text on narrow screens', () => {
    const block = { _type: 'block', style: 'h2' }
    const body = ['One', 'Two', 'Three'].map((text) => ({ ...block, _key: text, children: [{ _type: 'span', text }] }))
    const markup = renderPage({ body })
    expect(markup).toMatch(/<details class="[^"]*lg:row-start-2 lg:max-w-text[^"]*"><summary[^>]*>On this page/)
    expect(markup).toMatch(/<header class="[^"]*lg:row-start-1.*<div class="[^"]*lg:row-start-3/)
  })

  it('highlights and escapes matches in search results', () => {
    const result = {
      href: '/documentation/a',
      kind: 'documentation' as const,
      title: 'The <calendar>',
      summary: 'S',
      headings: [],
      often: '',
      words: '',
      text: 'A calendar\nA calendar that is connected is read, and no more.',
      matched: ['calendar'],
    }
    const other = { ...result, href: '/documentation/b', title: 'Other', headings: ['One calendar'] }
    const namedResult = { ...result, href: '/documentation/c', title: 'Other' }
    const markup = html(<SearchResults results={[result, other, namedResult]} labels={uiCopy.search} />)
    expect(markup).toContain('&lt;</span><mark>calendar</mark><span>&gt;')
    // Each result shows one excerpt: the summary if the title matches, otherwise the section or the sentence.
    expect(markup.match(/<span>S<\/span>/g)).toHaveLength(1)
    expect(markup).toContain('href="/documentation/b#one-calendar"')
    expect(markup).toContain('<span>Section: One </span><mark>calendar</mark>')
    const sentence = '<span>A </span><mark>calendar</mark><span> that is connected is read, and no more.</span>'
    expect(markup.split(sentence)).toHaveLength(2)
  })
})
