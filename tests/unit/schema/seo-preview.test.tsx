// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownTexts } from '../../../lib/seo/page-texts.ts'
import { samples } from '../../support/sample-content.ts'
import { pagePreview } from '../../../sanity/schema/inputs/seo/page-preview.ts'
import { SearchPreview, SharePreview } from '../../../sanity/schema/inputs/seo/seo-preview.tsx'
import { schemaTypes } from '../../../sanity/schema/index.ts'

const site = {
  brand: 'Ductwise',
  tagline: 'Answers the phone.',
  defaultSeo: { title: 'Ductwise', description: 'Of all.' },
}
const post = { _type: 'post', title: 'Ten calls', excerpt: 'What we heard.', slug: { current: 'ten-calls' } }
const of = (seo: object | undefined, document: { _type: string }, field = 'seo') =>
  pagePreview(seo, document, { field, site })

describe('what the site will say of a page', () => {
  it('is what the editor wrote for search engines', () => {
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

  it('finds the first text of a page, and the texts of a city', () => {
    const blocks = [{ _type: 'heroBlock' }, { _type: 'ctaBlock', text: 'Call it.' }]
    expect(of({}, { _type: 'page', title: 'Home', path: '/', blocks } as never)).toMatchObject({
      path: '/',
      description: 'Call it.',
    })
    const city = { _type: 'city', headline: 'Chicago', intro: 'Cold.', slug: { current: 'chicago' } }
    expect(of({}, city)).toMatchObject({ title: 'Chicago | Ductwise', description: 'Cold.' })
  })

  it('is about the list that the settings introduce, or about the home page', () => {
    const settings = { _type: 'siteSettings', blogIntro: { heading: 'From the van' } }
    expect(of({}, settings, 'blogIntro')).toMatchObject({ path: '/blog', title: 'From the van | Ductwise' })
    expect(of({}, settings, 'pressIntro')).toMatchObject({ path: '/press', title: 'Press | Ductwise' })
    expect(of({ title: 'All' }, settings, 'defaultSeo')).toMatchObject({ path: '/', title: 'All | Ductwise' })
  })

  it('shows the default picture on the home page only', () => {
    const image = { asset: { _ref: 'image-a' } }
    const withImage = { field: 'seo', site: { ...site, defaultSeo: { image } } }
    expect(pagePreview({}, { _type: 'page', path: '/' }, withImage).image).toBe(image)
    expect(pagePreview({}, { _type: 'page', path: '/pricing' }, withImage).image).toBeUndefined()
  })

  it('knows a title of every sample whose type has the fields', () => {
    const types = schemaTypes.filter((type) => 'fields' in type && type.fields?.some(({ name }) => name === 'seo'))
    const documents = samples.filter(({ _type }) => types.some(({ name }) => name === _type))
    expect(documents.length).toBeGreaterThan(10)
    expect(
      documents.filter((document) => !ownTexts(document as { title?: string }).title).map(({ _id }) => _id),
    ).toEqual([])
  })
})

describe('the preview', () => {
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

  it('follows what is typed', () => {
    show({ title: 'Listen' })
    expect(preview('search')?.textContent).toContain('ductwise.test › blog › ten-callsListen | Ductwise')
    show({ title: 'Listen twice' })
    expect(preview('search')?.textContent).toContain('Listen twice | Ductwise')
    expect(preview('share')?.textContent).toContain('Listen twice | Ductwise')
  })

  it('says so when the page is hidden from search engines', () => {
    show({ noIndex: true })
    expect(preview('search')?.textContent).toBe('Search engines are asked not to list this page.')
  })

  it('shows the picture for sharing, and why there is none', () => {
    show({}, '/opengraph-image/blog/ten-calls')
    const picture = preview('share')?.querySelector('img')
    expect(picture?.getAttribute('src')).toBe('/opengraph-image/blog/ten-calls')
    act(() => void picture?.dispatchEvent(new Event('error')))
    expect(preview('share')?.querySelector('img')).toBeNull()
    expect(preview('share')?.textContent).toContain('draws it when the page is published')
    show({}, '/another')
    expect(preview('share')?.querySelector('img')).not.toBeNull()
  })

  it('asks again for a picture that the site does not have yet', () => {
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
