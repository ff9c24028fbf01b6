import { set, setIfMissing, unset } from 'sanity'
import { describe, expect, it } from 'vitest'
import { withoutOldDescription } from '../../../sanity/schema/inputs/described-image-input.tsx'

const reference = (_ref: string) => ({ _type: 'reference', _ref })

const described = { asset: reference('image-old'), alt: 'A boiler', isDarkDrawing: true }

/** What is left of the fields after patches, `undefined` where they were emptied. */
const emptied = (patches: Parameters<typeof withoutOldDescription>[0]) =>
  withoutOldDescription(patches, described).flatMap(({ type, path }) =>
    type === 'unset' && path[0] !== 'asset' ? [String(path[0])] : [],
  )

describe('a picture that is replaced', () => {
  it('does not keep what was said of the one before', () => {
    expect(emptied([setIfMissing({}), set(reference('image-new'), ['asset'])])).toEqual(['alt', 'isDarkDrawing'])
    expect(emptied([unset(['asset'])])).toEqual(['alt', 'isDarkDrawing'])
  })

  it('keeps it where the file stays', () => {
    expect(emptied([set(reference('image-old'), ['asset'])])).toEqual([])
    expect(emptied([set({ x: 0.5 }, ['hotspot'])])).toEqual([])
    expect(emptied([set('A furnace', ['alt'])])).toEqual([])
  })

  it('has nothing to lose where there was none', () => {
    const patches = [set(reference('image-new'), ['asset'])]
    expect(withoutOldDescription(patches, { alt: 'Written before' })).toBe(patches)
    expect(withoutOldDescription(patches, undefined)).toBe(patches)
  })
})
