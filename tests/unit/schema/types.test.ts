import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createSchema } from 'sanity'
import { describe, expect, it } from 'vitest'
import { COVER_RATIOS } from '../../../lib/constants.ts'
import { routedTypes, typeNames } from '../../../sanity/content-types.ts'
import { blocks } from '../../../sanity/schema/blocks/index.ts'
import { schemaTypes } from '../../../sanity/schema/index.ts'
import { AddressInput } from '../../../sanity/schema/inputs/address-input.tsx'
import { createCharacterCountInput, formatCount, MonthInput } from '../../../sanity/schema/inputs/text-inputs.tsx'
import {
  getAltError,
  getMissingImageError,
  getMissingPictureError,
  getMonthlyMeansError,
} from '../../../sanity/schema/validation/rules.ts'

const BLOCKS = blocks.map(({ schema }) => schema.name)

describe('schemaTypes', () => {
  const schema = createSchema({ name: 'default', types: schemaTypes })
  const page = schema.get('page')
  const blocks = page?.jsonType === 'object' ? page.fields.find(({ name }) => name === 'blocks')?.type : undefined

  it('compile without problems', () => expect(schema._validation).toEqual([]))

  it('offer every block on a page', () => {
    expect(blocks?.jsonType === 'array' && blocks.of.map(({ name }) => name)).toEqual(BLOCKS)
  })

  it('have a preview image for every block in the insert menu', () => {
    const files = readdirSync(resolve(import.meta.dirname, '../../../studio/static/blocks')).toSorted()
    expect(files).toEqual(BLOCKS.map((name) => `${name}.webp`).toSorted())
    const [first] = (blocks?.jsonType === 'array' && blocks.options?.insertMenu?.views) || []
    expect(first?.name === 'grid' && first.previewImageUrl?.('heroBlock')).toBe('/studio/static/blocks/heroBlock.webp')
  })

  it.each([...typeNames, ...BLOCKS])('%s has an icon and a title', (name) => {
    expect(schema.get(name)?.icon).toBeDefined()
    expect(schema.get(name)?.title).toMatch(/^[A-Z]/)
  })
})

describe('image validation', () => {
  const asset = { _ref: 'image-1' }
  it('requires no alternative text if there is no image', () => expect(getAltError(undefined, {})).toBeUndefined())
  it('accepts alternative text', () => expect(getAltError('A furnace', { asset })).toBeUndefined())
  it.each([undefined, '', '   ', 'a'.repeat(181)])('rejects the alternative text %j', (alt) =>
    expect(getAltError(alt, { asset })).toEqual(expect.any(String)),
  )
  it('reports a missing required image', () => {
    expect(getMissingImageError(undefined)).toEqual(expect.any(String))
    expect(getMissingImageError({})).toEqual(expect.any(String))
    expect(getMissingImageError({ asset })).toBeUndefined()
  })
  it('requires an image next to text unless a product picture is selected', () => {
    expect(getMissingPictureError(undefined, {})).toEqual(expect.any(String))
    expect(getMissingPictureError(undefined, { picture: [] })).toEqual(expect.any(String))
    expect(getMissingPictureError({ asset }, {})).toBeUndefined()
    expect(getMissingPictureError(undefined, { picture: [{}] })).toBeUndefined()
  })
})

describe('post cover', () => {
  it('is previewed in the Studio with the aspect ratios of the site', () => {
    const { fields } = schemaTypes.find(({ name }) => name === 'post') as unknown as { fields: CoverField[] }
    const previews = fields.find(({ name }) => name === 'cover')?.options?.hotspot?.previews
    expect(previews?.map(({ aspectRatio }) => aspectRatio)).toEqual(Object.values(COVER_RATIOS))
  })
})

type CoverField = { name: string; options?: { hotspot?: { previews: { aspectRatio: number }[] } } }

describe('getMonthlyMeansError', () => {
  const year = Array<number>(12).fill(50)
  it.each([[undefined], [[]], [year]])('accepts %j', (months) => expect(getMonthlyMeansError(months)).toBeUndefined())
  it.each([[year.slice(1)], [[...year, 1]], [year.with(3, 131)], [year.with(0, Number.NaN)]])('rejects %j', (months) =>
    expect(getMonthlyMeansError(months)).toEqual(expect.any(String)),
  )
})

describe('createCountedInput', () => {
  it('counts characters, not code units', () => {
    expect(formatCount('Duct 🔥', { min: 1, max: 60 })).toBe('6 / 60')
    expect(formatCount(undefined, { min: 1, max: 60 })).toBe('0 / 60')
  })

  it('renders the default input with a counter', () => {
    const Input = createCharacterCountInput({ min: 1, max: 60 })
    const props = { value: 'Ductwise', renderDefault: () => createElement('input') }
    const markup = renderToStaticMarkup(createElement(Input, props as never))
    expect(markup).toContain('<input/>')
    expect(markup).toContain('8 / 60')
  })
})

describe('MonthInput', () => {
  it.each([
    [0, 'Jan'],
    [11, 'Dec'],
    [12, 'Extra'],
  ])('labels item %i as %s', (index, label) => {
    const props = { path: ['climate', 'monthlyMeanF', index], renderDefault: () => createElement('input') }
    expect(renderToStaticMarkup(createElement(MonthInput, props as never))).toContain(label)
  })
})

describe('page address field', () => {
  it.each(routedTypes)('of type %s uses the input that explains address changes', (type) => {
    const { fields = [] } = schemaTypes.find(({ name }) => name === type) as { fields?: Field[] }
    const address = fields.find(({ name }) => name === 'path' || name === 'slug')
    expect(address?.components?.input).toBe(AddressInput)
  })
})

type Field = { name: string; components?: { input?: unknown } }
