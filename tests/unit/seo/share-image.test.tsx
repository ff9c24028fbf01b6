import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ShareCard } from '../../../components/site/seo/share-card.tsx'
import { buildShareImagePath } from '../../../lib/site/seo/page-texts.ts'
import { getShareFonts } from '../../../lib/site/seo/share-image/fonts.ts'
import { formatShareLabel, formatShareTitle, getTitleSize } from '../../../lib/site/seo/share-image/text.ts'
import { buildShareImageRead } from '../../../sanity/queries/share-image.ts'
import { getQueryTags } from '../../../sanity/tags.ts'

describe('share image text', () => {
  it('is shortened at a word boundary without trailing punctuation', () => {
    const title = formatShareTitle(`${'furnace, '.repeat(20)}end`)
    expect(title.length).toBeLessThanOrEqual(96)
    expect(title).toMatch(/furnace…$/)
    expect(formatShareTitle('a'.repeat(200))).toHaveLength(96)
    expect(formatShareLabel('Short')).toBe('Short')
  })

  it('contains only characters of the bundled fonts, so no font is downloaded', () => {
    expect(formatShareTitle('São Paulo: 20 °F “cold” – it’s…')).toBe('São Paulo: 20 °F “cold” – it’s…')
    expect(formatShareTitle('Łódź ❄️ 寒い heat\npump')).toBe('ódz heat pump')
  })

  it('uses a larger font size for shorter titles', () => {
    const sizes = ['Short', 'A headline of some fifty characters, give or take', 'a'.repeat(90)].map(getTitleSize)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(new Set(sizes).size).toBe(3)
  })
})

describe('ShareCard', () => {
  const card = { brand: 'Ductwise', title: 'When the air stops', label: 'Phoenix, Arizona', host: 'www.example.com' }

  it('shows the headline, label, host and brand', () => {
    const html = renderToStaticMarkup(<ShareCard {...card} />)
    for (const text of ['Ductwise', 'When the air stops', 'Phoenix, Arizona', 'www.example.com'])
      expect(html).toContain(text)
  })

  it('draws a temperature chart if all twelve months are known', () => {
    const countBars = (html: string) => html.match(/width:16px/g)?.length ?? 0
    expect(countBars(renderToStaticMarkup(<ShareCard {...card} means={Array(12).fill(70)} />))).toBe(12)
    expect(countBars(renderToStaticMarkup(<ShareCard {...card} means={[70]} />))).toBe(0)
  })

  it('uses font files from the repository', async () => {
    const fonts = await getShareFonts()
    expect(fonts.map(({ name }) => name)).toEqual(['Bricolage Grotesque', 'Hanken Grotesk'])
    for (const { data } of fonts) expect(data.subarray(0, 4)).toEqual(Buffer.from([0, 1, 0, 0]))
  })
})

describe('share image URL', () => {
  it('is derived from the page path', () => {
    expect(buildShareImagePath('/')).toBe('/opengraph-image')
    expect(buildShareImagePath('/blog/calls')).toBe('/opengraph-image/blog/calls')
  })

  it.each([
    ['/about', ['page', 'legalPage'], '/about', 'page:%2Fabout'],
    ['/hvac-ai-sdr', ['page', 'legalPage'], '/hvac-ai-sdr', 'page:%2Fhvac-ai-sdr'],
    ['/hvac-ai-sdr/chicago', ['city'], 'chicago', 'city:chicago'],
    ['/blog/calls', ['post'], 'calls', 'post:calls'],
    ['/blog/author/ada', ['author'], 'ada', 'author:ada'],
    ['/press/launch', ['pressItem'], 'launch', 'pressItem:launch'],
    ['/documentation/start', ['docPage'], 'start', 'docPage:start'],
  ])('%s uses the document of the page and its cache tag', (path, types, key, tag) => {
    const imageQuery = buildShareImageRead(path)
    expect(imageQuery.params).toEqual({ types, key })
    expect(getQueryTags(imageQuery.query, imageQuery.params ?? {})).toContain(tag)
  })
})
