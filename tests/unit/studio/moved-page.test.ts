import { describe, expect, it } from 'vitest'
import { findMove, planRedirects, type StoredRedirect } from '../../../sanity/redirects/moved-page.ts'

const buildCity = (slug: string | undefined) => ({ _type: 'city', slug: { current: slug } })

describe('page move', () => {
  it('leads from the published path to the path of the draft', () => {
    const move = { from: '/hvac-ai-sdr/austin', to: '/hvac-ai-sdr/austin-texas' }
    expect(findMove(buildCity('austin'), buildCity('austin-texas'))).toEqual(move)
    expect(findMove({ _type: 'page', path: '/a' }, { _type: 'page', path: '/b/c' })).toEqual({ from: '/a', to: '/b/c' })
  })

  it('is undefined if the path is unchanged or missing in either version', () => {
    expect(findMove(buildCity('austin'), buildCity('austin'))).toBeUndefined()
    expect(findMove(null, buildCity('austin'))).toBeUndefined()
    expect(findMove(buildCity('austin'), buildCity(undefined))).toBeUndefined()
    expect(findMove({ _type: 'pressKit' }, { _type: 'pressKit' })).toBeUndefined()
  })
})

describe('redirects for a moved page', () => {
  const createMutation = { create: { _id: 'new', _type: 'redirect', source: '/b', destination: '/c', permanent: true } }
  const planMove = (...existing: StoredRedirect[]) => planRedirects({ from: '/b', to: '/c' }, existing, 'new')

  it('lead from the old path to the new one', () => expect(planMove()).toEqual([createMutation]))

  it('avoid chains by updating existing redirects, including their query and fragment', () => {
    expect(
      planMove(
        { _id: 'x', source: '/a', destination: '/b' },
        { _id: 'drafts.x', source: '/a', destination: '/b#faq' },
        { _id: 'y', source: '/z', destination: '/b?from=print' },
        { _id: 'other', source: '/y', destination: '/bridge' },
      ),
    ).toEqual([
      { patch: { id: 'x', set: { destination: '/c' } } },
      { patch: { id: 'drafts.x', set: { destination: '/c#faq' } } },
      { patch: { id: 'y', set: { destination: '/c?from=print' } } },
      createMutation,
    ])
  })

  it('avoid loops by deleting a redirect from the new path', () => {
    expect(planMove({ _id: 'back', source: '/c', destination: '/b' })).toEqual([
      { delete: { id: 'back' } },
      createMutation,
    ])
  })

  it('avoid duplicates by updating a redirect from the old path', () => {
    const oldRedirect = { source: '/b', destination: '/elsewhere' }
    const buildPatch = (id: string) => ({ patch: { id, set: { destination: '/c', permanent: true } } })
    expect(planMove({ _id: 'own', ...oldRedirect })).toEqual([buildPatch('own')])
    expect(planMove({ _id: 'drafts.own', ...oldRedirect })).toEqual([buildPatch('drafts.own'), createMutation])
  })
})
