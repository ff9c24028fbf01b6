// @vitest-environment jsdom
import { set, setIfMissing, unset, type ObjectInputProps } from 'sanity'
import { describe, expect, it, beforeAll, vi, afterEach, beforeEach } from 'vitest'
import { withoutOldDescription } from '../../../sanity/schema/inputs/described-image-input.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  even,
  pastedCells,
  withColumn,
  withoutColumn,
  withPasted,
  withRow,
  withText,
} from '../../../sanity/schema/inputs/grid/cells.ts'
import { Grid } from '../../../sanity/schema/inputs/grid/grid.tsx'
import { comparisonShape, newKey, storedRows, tableShape } from '../../../sanity/schema/inputs/grid/rows.ts'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LinkInput } from '../../../sanity/schema/inputs/link-input.tsx'
import { ownTexts } from '../../../lib/site/seo/page-texts.ts'
import { samples } from '../../support/sample-content.ts'
import { pagePreview } from '../../../sanity/schema/inputs/seo/page-preview.ts'
import { SearchPreview, SharePreview } from '../../../sanity/schema/inputs/seo/seo-input.tsx'
import { schemaTypes } from '../../../sanity/schema/index.ts'

const reference = (_ref: string) => ({ _type: 'reference', _ref })

const described = { asset: reference('image-old'), alt: 'A boiler', isDarkDrawing: true }

const emptied = (patches: Parameters<typeof withoutOldDescription>[0]) =>
  withoutOldDescription(patches, described).flatMap(({ type, path }) =>
    type === 'unset' && path[0] !== 'asset' ? [String(path[0])] : [],
  )

describe('replaced image', () => {
  it('loses the description of the previous image', () => {
    expect(emptied([setIfMissing({}), set(reference('image-new'), ['asset'])])).toEqual(['alt', 'isDarkDrawing'])
    expect(emptied([unset(['asset'])])).toEqual(['alt', 'isDarkDrawing'])
  })

  it('keeps its description if the file stays the same', () => {
    expect(emptied([set(reference('image-old'), ['asset'])])).toEqual([])
    expect(emptied([set({ x: 0.5 }, ['hotspot'])])).toEqual([])
    expect(emptied([set('A furnace', ['alt'])])).toEqual([])
  })

  it('needs no changes if there was no previous image', () => {
    const patches = [set(reference('image-new'), ['asset'])]
    expect(withoutOldDescription(patches, { alt: 'Written before' })).toBe(patches)
    expect(withoutOldDescription(patches, undefined)).toBe(patches)
  })
})

const grid = (...rows: string[]) => rows.map((row) => row.split('|'))

const table = grid('Plan|Price', 'Solo|$99')

describe('table cells', () => {
  it('are filled up to the widest row', () => {
    expect(even([['a', 'b'], ['c']])).toEqual(grid('a|b', 'c|'))
    expect(even([['a', 'b']], 1)).toEqual([['a']])
  })

  it('can be changed, inserted and removed', () => {
    expect(withText(table, { row: 1, column: 1 }, '$129')).toEqual(grid('Plan|Price', 'Solo|$129'))
    expect(withRow(table, 1)).toEqual(grid('Plan|Price', '|', 'Solo|$99'))
    expect(withRow([], 0)).toEqual([['']])
    expect(withColumn(table, 2)).toEqual(grid('Plan|Price|', 'Solo|$99|'))
    expect(withoutColumn(table, 0)).toEqual([['Price'], ['$99']])
  })

  it('are never mutated in the original table', () => {
    withText(table, { row: 0, column: 0 }, 'x')
    withoutColumn(table, 0)
    expect(table[0]).toEqual(['Plan', 'Price'])
  })
})

describe('pasted text', () => {
  it('is split into cells if it comes from a spreadsheet, with any line ending', () => {
    expect(pastedCells('a\tb\r\nc\td\r\n')).toEqual(grid('a|b', 'c|d'))
    expect(pastedCells('a\nb')).toEqual([['a'], ['b']])
  })

  it('stays in one cell if it is plain text', () => {
    expect(pastedCells('one sentence')).toBeUndefined()
    expect(pastedCells('one sentence\n')).toBeUndefined()
  })

  it('grows the table as needed', () => {
    const grown = grid('Plan|Price|', 'Solo|1|2', '|3|4')
    expect(withPasted(table, { row: 1, column: 1 }, grid('1|2', '3|4'))).toEqual(grown)
  })

  it('is cut off at a fixed number of columns', () => {
    expect(withPasted(table, { row: 1, column: 1 }, [['1', '2']], 2)).toEqual(grid('Plan|Price', 'Solo|1'))
  })
})

describe('stored rows', () => {
  it('keep their keys, and new rows get new ones', () => {
    const rows = storedRows([['a'], ['b']], [{ _key: 'first', _type: 'tableRow', cells: ['x'] }], tableShape)
    expect(rows).toEqual([
      { _key: 'first', _type: 'tableRow', cells: ['a'] },
      { _key: expect.stringMatching(/^[0-9a-f]{12}$/), _type: 'tableRow', cells: ['b'] },
    ])
    expect(newKey()).not.toBe(newKey())
  })

  it('of a comparison start with the feature', () => {
    const [row] = storedRows([['Nights', 'yes', 'no']], [], comparisonShape)
    expect(row).toMatchObject({ _type: 'comparisonRow', feature: 'Nights', cells: ['yes', 'no'] })
    expect(row && comparisonShape.cellsOf(row)).toEqual(['Nights', 'yes', 'no'])
  })
})

describe('Grid', () => {
  const nothing = () => undefined
  const handlers = { onText: nothing, onShape: nothing, onMoveRow: nothing, onRemoveRow: nothing }

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
  const changingTo = (kind: 'internal' | 'external', fields: object) =>
    [kind === 'internal' ? 'external' : 'internal', kind].map((each) => ({ kind: each, ...fields }))
  function patchesOf(steps: object[], readOnly = false) {
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
    expect(patchesOf(changingTo('external', { internal }))).toMatchObject([{ type: 'unset', path: ['internal'] }])
    expect(patchesOf(changingTo('internal', { href }))).toMatchObject([{ type: 'unset', path: ['href'] }])
  })

  it('changes nothing on render', () => {
    expect(patchesOf([{ kind: 'external', internal, href }])).toEqual([])
    expect(patchesOf([{}, { kind: 'internal', internal }])).toEqual([])
  })

  it('changes nothing if it is read-only', () => {
    expect(patchesOf(changingTo('external', { internal }), true)).toEqual([])
  })
})

const site = { brand: 'Ductwise', tagline: 'Answers.', defaultSeo: { title: 'Ductwise', description: 'Of all.' } }
const post = { _type: 'post', title: 'Ten calls', excerpt: 'What we heard.', slug: { current: 'ten-calls' } }
const of = (seo: object | undefined, document: { _type: string }, field = 'seo') =>
  pagePreview(seo, document, { field, site })

describe('page preview', () => {
  it("uses the editor's SEO fields first", () => {
    expect(of({ title: 'Listen', description: 'Ten of them.', noIndex: true }, post)).toMatchObject({
      path: '/blog/ten-calls',
      title: 'Listen | Ductwise',
      description: 'Ten of them.',
      isHidden: true,
    })
  })

  it('falls back to the document, then to the site', () => {
    expect(of(undefined, post)).toMatchObject({ title: 'Ten calls | Ductwise', description: 'What we heard.' })
    expect(of({}, { _type: 'post' })).toMatchObject({ path: undefined, title: 'Ductwise', description: 'Of all.' })
    expect(pagePreview({}, { _type: 'post' }, { field: 'seo', site: null })).toMatchObject({ title: 'This site' })
  })

  it('uses the first text of a page and the texts of a city', () => {
    const blocks = [{ _type: 'heroBlock' }, { _type: 'ctaBlock', text: 'Call it.' }]
    expect(of({}, { _type: 'page', title: 'Home', path: '/', blocks } as never)).toMatchObject({
      path: '/',
      description: 'Call it.',
    })
    const city = { _type: 'city', headline: 'Chicago', intro: 'Cold.', slug: { current: 'chicago' } }
    expect(of({}, city)).toMatchObject({ title: 'Chicago | Ductwise', description: 'Cold.' })
  })

  it('covers the list of an intro field, or the home page', () => {
    const settings = { _type: 'siteSettings', blogIntro: { heading: 'From the van' } }
    expect(of({}, settings, 'blogIntro')).toMatchObject({ path: '/blog', title: 'From the van | Ductwise' })
    expect(of({}, settings, 'pressIntro')).toMatchObject({ path: '/press', title: 'Press | Ductwise' })
    expect(of({ title: 'All' }, settings, 'defaultSeo')).toMatchObject({ path: '/', title: 'All | Ductwise' })
  })

  it('shows the default image on the home page only', () => {
    const image = { asset: { _ref: 'image-a' } }
    const withImage = { field: 'seo', site: { ...site, defaultSeo: { image } } }
    expect(pagePreview({}, { _type: 'page', path: '/' }, withImage).image).toBe(image)
    expect(pagePreview({}, { _type: 'page', path: '/pricing' }, withImage).image).toBeUndefined()
  })

  it('has a title for every sample document with SEO fields', () => {
    const types = schemaTypes.filter((type) => 'fields' in type && type.fields?.some(({ name }) => name === 'seo'))
    const documents = samples.filter(({ _type }) => types.some(({ name }) => name === _type))
    expect(documents.length).toBeGreaterThan(10)
    const untitled = documents.filter((document) => !ownTexts(document as { title?: string }).title)
    expect(untitled.map(({ _id }) => _id)).toEqual([])
  })
})

describe('rendered preview', () => {
  let root: Root
  let place: HTMLElement
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
  })
  afterEach(() => act(() => root.unmount()))

  const show = (seo: object, picture?: string) =>
    act(() => {
      const shared = { page: of(seo, post), siteUrl: 'https://ductwise.test' }
      root.render([
        <SearchPreview key="search" {...shared} />,
        <SharePreview key="share" {...shared} picture={picture} />,
      ])
    })
  const preview = (name: string) => place.querySelector(`[data-testid="${name}-preview"]`)

  it('updates while the editor types', () => {
    show({ title: 'Listen' })
    expect(preview('search')?.textContent).toContain('ductwise.test › blog › ten-callsListen | Ductwise')
    show({ title: 'Listen twice' })
    expect(preview('search')?.textContent).toContain('Listen twice | Ductwise')
    expect(preview('share')?.textContent).toContain('Listen twice | Ductwise')
  })

  it('states that a page is hidden from search engines', () => {
    show({ noIndex: true })
    expect(preview('search')?.textContent).toBe('Hidden from search engines.')
  })

  it('shows the sharing image or explains why it is missing', () => {
    show({}, '/opengraph-image/blog/ten-calls')
    const picture = preview('share')?.querySelector('img')
    expect(picture?.getAttribute('src')).toBe('/opengraph-image/blog/ten-calls')
    act(() => void picture?.dispatchEvent(new Event('error')))
    expect(preview('share')?.querySelector('img')).toBeNull()
    expect(preview('share')?.textContent).toContain('creates it when you publish the page')
    show({}, '/another')
    expect(preview('share')?.querySelector('img')).not.toBeNull()
  })

  it('retries three times if the sharing image is not available yet', () => {
    vi.useFakeTimers()
    show({}, '/opengraph-image/blog/ten-calls')
    const picture = () => preview('share')?.querySelector('img')
    for (const delay of [500, 2_000, 8_000]) {
      act(() => void picture()?.dispatchEvent(new Event('error')))
      act(() => void vi.advanceTimersByTime(delay - 1))
      expect(picture()).toBeNull()
      act(() => void vi.advanceTimersByTime(1))
      expect(picture()).not.toBeNull()
    }
    act(() => void picture()?.dispatchEvent(new Event('error')))
    act(() => void vi.advanceTimersByTime(3_600_000))
    expect(picture()).toBeNull()
    vi.useRealTimers()
  })
})
