// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import type { ObjectInputProps } from 'sanity'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LinkInput } from '../../../sanity/schema/inputs/link-input.tsx'

const internal = { _type: 'reference', _ref: 'page-home' }
const href = 'https://example.com/'

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

/** The patches of a link whose value changes step by step. */
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

describe('a link', () => {
  it('lets go of its page when an editor chooses an address instead, and the other way round', () => {
    const toAddress = patchesOf([
      { kind: 'internal', internal },
      { kind: 'external', internal },
    ])
    expect(toAddress).toMatchObject([{ type: 'unset', path: ['internal'] }])
    const toPage = patchesOf([
      { kind: 'external', href },
      { kind: 'internal', href },
    ])
    expect(toPage).toMatchObject([{ type: 'unset', path: ['href'] }])
  })

  it('is not changed by being looked at', () => {
    expect(patchesOf([{ kind: 'external', internal, href }])).toEqual([])
    expect(patchesOf([{}, { kind: 'internal', internal }])).toEqual([])
  })

  it('is not changed where it cannot be edited', () => {
    expect(
      patchesOf(
        [
          { kind: 'internal', internal },
          { kind: 'external', internal },
        ],
        true,
      ),
    ).toEqual([])
  })
})
