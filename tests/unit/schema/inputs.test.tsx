// @vitest-environment jsdom
import { set, setIfMissing, unset, type ObjectInputProps } from 'sanity'
import { describe, expect, it, beforeAll, vi, afterEach, beforeEach } from 'vitest'
import { clearOldDescription } from '../../../sanity/schema/inputs/described-image-input.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  padRows,
  parsePastedCells,
  insertColumn,
  removeColumn,
  pasteCells,
  insertRow,
  setText,
} from '../../../sanity/schema/inputs/grid/cells.ts'
import { Grid } from '../../../sanity/schema/inputs/grid/grid.tsx'
import { comparisonShape, generateKey, toStoredRows, tableShape } from '../../../sanity/schema/inputs/grid/rows.ts'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LinkInput } from '../../../sanity/schema/inputs/link-input.tsx'
import { getDocumentTexts } from '../../../lib/site/seo/page-texts.ts'
import { samples } from '../../support/sample-content.ts'
import { buildPagePreview } from '../../../sanity/schema/inputs/seo/page-preview.ts'
import { SearchPreview, SharePreview } from '../../../sanity/schema/inputs/seo/seo-input.tsx'
import { schemaTypes } from '../../../sanity/schema/index.ts'

const buildReference = (_ref: string) => ({ _type: 'reference', _ref })

const describedImage = { asset: buildReference('image-old'), alt: 'A boiler', isDarkDrawing: true }

const listUnsetFields = (patches: Parameters<typeof clearOldDescription>[0]) =>
  clearOldDescription(patches, describedImage).flatMap(({ type, path }) =>
    type === 'unset' && path[0] !== 'asset' ? [String(path[0])] : [],
  )

describe('replaced image', () => {
  it('loses the description of the previous image', () => {
    expect(listUnsetFields([setIfMissing({}), set(buildReference('image-new'), ['asset'])])).toEqual([
      'alt',
      'isDarkDrawing',
    ])
    expect(listUnsetFields([unset(['asset'])])).toEqual(['alt', 'isDarkDrawing'])
  })

  it('keeps its description if the file stays the same', () => {
    expect(listUnsetFields([set(buildReference('image-old'), ['asset'])])).toEqual([])
    expect(listUnsetFields([set({ x: 0.5 }, ['hotspot'])])).toEqual([])
    expect(listUnsetFields([set('A furnace', ['alt'])])).toEqual([])
  })

  it('needs no changes if there was no previous image', () => {
    const patches = [set(buildReference('image-new'), ['asset'])]
    expect(clearOldDescription(patches, { alt: 'Written before' })).toBe(patches)
    expect(clearOldDescription(patches, undefined)).toBe(patches)
  })
})

const parseGrid = (...rows: string[]) => rows.map((row) => row.split('|'))

const table = parseGrid('Plan|Price', 'Solo|$99')

describe('table cells', () => {
  it('are filled up to the widest row', () => {
    expect(padRows([['a', 'b'], ['c']])).toEqual(parseGrid('a|b', 'c|'))
    expect(padRows([['a', 'b']], 1)).toEqual([['a']])
  })

  it('can be changed, inserted and removed', () => {
    expect(setText(table, { row: 1, column: 1 }, '$129')).toEqual(parseGrid('Plan|Price', 'Solo|$129'))
    expect(insertRow(table, 1)).toEqual(parseGrid('Plan|Price', '|', 'Solo|$99'))
    expect(insertRow([], 0)).toEqual([['']])
    expect(insertColumn(table, 2)).toEqual(parseGrid('Plan|Price|', 'Solo|$99|'))
    expect(removeColumn(table, 0)).toEqual([['Price'], ['$99']])
  })

  it('are never mutated in the original table', () => {
    setText(table, { row: 0, column: 0 }, 'x')
    removeColumn(table, 0)
    expect(table[0]).toEqual(['Plan', 'Price'])
  })
})

describe('pasted text', () => {
  it('is split into cells if it comes from a spreadsheet, with any line ending', () => {
    expect(parsePastedCells('a\tb\r\nc\td\r\n')).toEqual(parseGrid('a|b', 'c|d'))
    expect(parsePastedCells('a\nb')).toEqual([['a'], ['b']])
  })

  it('stays in one cell if it is plain text', () => {
    expect(parsePastedCells('one sentence')).toBeUndefined()
    expect(parsePastedCells('one sentence\n')).toBeUndefined()
  })

  it('grows the table as needed', () => {
    const expandedGrid = parseGrid('Plan|Price|', 'Solo|1|2', '|3|4')
    expect(pasteCells(table, { row: 1, column: 1 }, parseGrid('1|2', '3|4'))).toEqual(expandedGrid)
  })

  it('is cut off at a fixed number of columns', () => {
    expect(pasteCells(table, { row: 1, column: 1 }, [['1', '2']], 2)).toEqual(parseGrid('Plan|Price', 'Solo|1'))
  })
})

describe('stored rows', () => {
  it('keep their keys, and new rows get new ones', () => {
    const rows = toStoredRows([['a'], ['b']], [{ _key: 'first', _type: 'tableRow', cells: ['x'] }], tableShape)
    expect(rows).toEqual([
      { _key: 'first', _type: 'tableRow', cells: ['a'] },
      { _key: expect.stringMatching(/^[0-9a-f]{12}$/), _type: 'tableRow', cells: ['b'] },
    ])
    expect(generateKey()).not.toBe(generateKey())
  })

  it('of a comparison have the feature as the first cell', () => {
    const [row] = toStoredRows([['Nights', 'yes', 'no']], [], comparisonShape)
    expect(row).toMatchObject({ _type: 'comparisonRow', feature: 'Nights', cells: ['yes', 'no'] })
    expect(row && comparisonShape.toCells(row)).toEqual(['Nights', 'yes', 'no'])
  })
})

describe('Grid', () => {
  const noop = () => undefined
  const handlers = { onText: noop, onShape: noop, onMoveRow: noop, onRemoveRow: noop }

  it('labels every cell and button for screen readers', () => {
    const markup = renderToStaticMarkup(<Grid cells={table} {...handlers} />)
    expect(markup).toContain('aria-label="Row 2, column 1"')
    expect(markup).toContain('aria-label="Remove column 2"')
    expect(markup).toContain('aria-label="Move row 2 up"')
    expect(markup).toContain('Add column')
  })

  it('shows external headings without controls to change them', () => {
    const markup = renderToStaticMarkup(<Grid cells={[['Nights']]} headings={['What', 'Ductwise', '']} {...handlers} />)
    expect(markup).toContain('Ductwise')
    expect(markup).toContain('Column 3')
    expect(markup).toContain('aria-label="Row 1, column 3"')
    expect(markup).not.toContain('Add column')
  })

  it('is read-only for users without edit permission', () => {
    const markup = renderToStaticMarkup(<Grid cells={table} readOnly {...handlers} />)
    expect(markup.match(/<textarea[^>]* readOnly=""/g)).toHaveLength(4)
    expect(markup.match(/<button(?![^>]* disabled)/g)).toBeNull()
  })
})

describe('link input', () => {
  const internal = { _type: 'reference', _ref: 'page-home' }
  const href = 'https://example.com/'
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })
  const buildSteps = (kind: 'internal' | 'external', fields: object) =>
    [kind === 'internal' ? 'external' : 'internal', kind].map((stepKind) => ({ kind: stepKind, ...fields }))
  function collectPatches(steps: object[], readOnly = false) {
    const onChange = vi.fn()
    const root = createRoot(document.createElement('div'))
    for (const value of steps) {
      const props = { value, onChange, readOnly, renderDefault: () => null } as unknown as ObjectInputProps
      act(() => root.render(<LinkInput {...props} />))
    }
    act(() => root.unmount())
    return onChange.mock.calls.map(([patch]) => patch as { type: string; path: string[] })
  }

  it('clears the page when the editor switches to a URL, and vice versa', () => {
    expect(collectPatches(buildSteps('external', { internal }))).toMatchObject([{ type: 'unset', path: ['internal'] }])
    expect(collectPatches(buildSteps('internal', { href }))).toMatchObject([{ type: 'unset', path: ['href'] }])
  })

  it('changes nothing on render', () => {
    expect(collectPatches([{ kind: 'external', internal, href }])).toEqual([])
    expect(collectPatches([{}, { kind: 'internal', internal }])).toEqual([])
  })

  it('changes nothing if it is read-only', () => {
    expect(collectPatches(buildSteps('external', { internal }), true)).toEqual([])
  })
})

const site = { brand: 'Ductwise', tagline: 'Answers.', defaultSeo: { title: 'Ductwise', description: 'Of all.' } }
const post = { _type: 'post', title: 'Ten calls', excerpt: 'What we heard.', slug: { current: 'ten-calls' } }
const buildPreview = (seo: object | undefined, document: { _type: string }, field = 'seo') =>
  buildPagePreview(seo, document, { field, site })

describe('page preview', () => {
  it("uses the editor's SEO fields first", () => {
    expect(buildPreview({ title: 'Listen', description: 'Ten of them.', noIndex: true }, post)).toMatchObject({
      path: '/blog/ten-calls',
      title: 'Listen | Ductwise',
      description: 'Ten of them.',
      isHidden: true,
    })
  })

  it('falls back to the document, then to the site', () => {
    expect(buildPreview(undefined, post)).toMatchObject({
      title: 'Ten calls | Ductwise',
      description: 'What we heard.',
    })
    expect(buildPreview({}, { _type: 'post' })).toMatchObject({
      path: undefined,
      title: 'Ductwise',
      description: 'Of all.',
    })
    expect(buildPagePreview({}, { _type: 'post' }, { field: 'seo', site: null })).toMatchObject({ title: 'This site' })
  })

  it('uses the first text of a page and the texts of a city', () => {
    const blocks = [{ _type: 'heroBlock' }, { _type: 'ctaBlock', text: 'Call it.' }]
    expect(buildPreview({}, { _type: 'page', title: 'Home', path: '/', blocks } as never)).toMatchObject({
      path: '/',
      description: 'Call it.',
    })
    const city = { _type: 'city', headline: 'Chicago', intro: 'Cold.', slug: { current: 'chicago' } }
    expect(buildPreview({}, city)).toMatchObject({ title: 'Chicago | Ductwise', description: 'Cold.' })
  })

  it('shows the list page of an intro field, or else the home page', () => {
    const settings = { _type: 'siteSettings', blogIntro: { heading: 'From the van' } }
    expect(buildPreview({}, settings, 'blogIntro')).toMatchObject({ path: '/blog', title: 'From the van | Ductwise' })
    expect(buildPreview({}, settings, 'pressIntro')).toMatchObject({ path: '/press', title: 'Press | Ductwise' })
    expect(buildPreview({ title: 'All' }, settings, 'defaultSeo')).toMatchObject({ path: '/', title: 'All | Ductwise' })
  })

  it('shows the default image only on the home page', () => {
    const image = { asset: { _ref: 'image-a' } }
    const withImage = { field: 'seo', site: { ...site, defaultSeo: { image } } }
    expect(buildPagePreview({}, { _type: 'page', path: '/' }, withImage).image).toBe(image)
    expect(buildPagePreview({}, { _type: 'page', path: '/pricing' }, withImage).image).toBeUndefined()
  })

  it('has a title for every sample document with SEO fields', () => {
    const types = schemaTypes.filter((type) => 'fields' in type && type.fields?.some(({ name }) => name === 'seo'))
    const documents = samples.filter(({ _type }) => types.some(({ name }) => name === _type))
    expect(documents.length).toBeGreaterThan(10)
    const untitled = documents.filter((document) => !getDocumentTexts(document as { title?: string }).title)
    expect(untitled.map(({ _id }) => _id)).toEqual([])
  })
})

describe('rendered preview', () => {
  let root: Root
  let container: HTMLElement
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  beforeEach(() => {
    container = document.body.appendChild(document.createElement('div'))
    root = createRoot(container)
  })
  afterEach(() => act(() => root.unmount()))

  const renderPreviews = (seo: object, picture?: string) =>
    act(() => {
      const previewProps = { page: buildPreview(seo, post), siteUrl: 'https://ductwise.test' }
      root.render([
        <SearchPreview key="search" {...previewProps} />,
        <SharePreview key="share" {...previewProps} picture={picture} />,
      ])
    })
  const findPreview = (name: string) => container.querySelector(`[data-testid="${name}-preview"]`)

  it('updates while the editor types', () => {
    renderPreviews({ title: 'Listen' })
    expect(findPreview('search')?.textContent).toContain('ductwise.test › blog › ten-callsListen | Ductwise')
    renderPreviews({ title: 'Listen twice' })
    expect(findPreview('search')?.textContent).toContain('Listen twice | Ductwise')
    expect(findPreview('share')?.textContent).toContain('Listen twice | Ductwise')
  })

  it('states that a page is hidden from search engines', () => {
    renderPreviews({ noIndex: true })
    expect(findPreview('search')?.textContent).toBe('Hidden from search engines.')
  })

  it('shows the sharing image or explains why it is missing', () => {
    renderPreviews({}, '/opengraph-image/blog/ten-calls')
    const picture = findPreview('share')?.querySelector('img')
    expect(picture?.getAttribute('src')).toBe('/opengraph-image/blog/ten-calls')
    act(() => void picture?.dispatchEvent(new Event('error')))
    expect(findPreview('share')?.querySelector('img')).toBeNull()
    expect(findPreview('share')?.textContent).toContain('creates it when you publish the page')
    renderPreviews({}, '/another')
    expect(findPreview('share')?.querySelector('img')).not.toBeNull()
  })

  it('retries three times if the sharing image is not available yet', () => {
    vi.useFakeTimers()
    renderPreviews({}, '/opengraph-image/blog/ten-calls')
    const findPicture = () => findPreview('share')?.querySelector('img')
    for (const delayMs of [500, 2_000, 8_000]) {
      act(() => void findPicture()?.dispatchEvent(new Event('error')))
      act(() => void vi.advanceTimersByTime(delayMs - 1))
      expect(findPicture()).toBeNull()
      act(() => void vi.advanceTimersByTime(1))
      expect(findPicture()).not.toBeNull()
    }
    act(() => void findPicture()?.dispatchEvent(new Event('error')))
    act(() => void vi.advanceTimersByTime(3_600_000))
    expect(findPicture()).toBeNull()
    vi.useRealTimers()
  })
})
