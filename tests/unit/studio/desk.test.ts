import type { CurrentUser, DocumentBadgeProps, InitialValueResolverContext, Template } from 'sanity'
import { describe, expect, it, vi } from 'vitest'

import { HiddenFromSearchBadge } from '../../../studio/actions/badges.ts'
import { toolsFor } from '../../../studio/access/roles.ts'
import {
  documentActions,
  asCopy,
  openPublicPage,
  allowedActions,
  creatableTemplates,
} from '../../../studio/actions/document-actions.ts'
import { hasPublicPage, publicPath } from '../../../sanity/content-types.ts'
import { withStartingValues } from '../../../studio/desk/templates.ts'

const names = ['publish', 'discardChanges', 'restore', 'unpublish', 'duplicate', 'delete']
const actions = names.map((action) => ({ action }))
const namesFor = (schemaType: string, documentId?: string) =>
  allowedActions(actions, { schemaType, documentId }).map(({ action }) => action)

describe('document actions', () => {
  it('publish and revert the site settings, but never duplicate, unpublish or delete them', () => {
    expect(namesFor('siteSettings', 'siteSettings')).toEqual(['publish', 'discardChanges', 'restore'])
    expect(namesFor('siteSettings')).toEqual(['publish', 'discardChanges', 'restore'])
  })

  it('treat the press kit as a singleton', () => {
    expect(namesFor('pressKit', 'pressKit')).toEqual(['publish', 'discardChanges', 'restore'])
  })

  it('can duplicate but never remove the home page', () => {
    expect(namesFor('page', 'page-home')).toEqual(['publish', 'discardChanges', 'restore', 'duplicate'])
  })

  it('are complete for other documents, including unnamed actions', () => {
    expect(namesFor('page', 'page-pricing')).toHaveLength(actions.length)
    expect(allowedActions([{}], { schemaType: 'siteSettings' })).toHaveLength(1)
  })

  it('cannot create new singletons', () => {
    const items = ['siteSettings', 'page', 'city'].map((templateId) => ({ templateId }))
    expect(creatableTemplates(items).map(({ templateId }) => templateId)).toEqual(['page', 'city'])
  })
})

describe('duplicate action', () => {
  it('marks the copy in its name and removes its address', () => {
    const system = { _id: 'a', _type: 'page', _rev: '1', _createdAt: '', _updatedAt: '' }
    const stored = { ...system, title: 'About', path: '/about' }
    expect(asCopy(stored)).toEqual({ ...stored, title: 'Copy of About', path: undefined })
    expect(asCopy(stored)).not.toHaveProperty('path')
    const city = { ...stored, title: undefined, name: 'Chicago', slug: { current: 'chicago' } }
    expect(asCopy(city)).toMatchObject({ name: 'Copy of Chicago' })
    expect(asCopy(city)).not.toHaveProperty('slug')
  })

  it("wraps Sanity's own action", () => {
    const own = Object.assign(vi.fn<(props: object) => null>(), { action: 'duplicate' as const })
    const [action] = documentActions('https://ductwise.test')([own as never], { schemaType: 'faqItem' })
    action?.({ id: 'a' } as never)
    expect(own).toHaveBeenCalledWith({ id: 'a', mapDocument: asCopy })
  })
})

describe('developer tools', () => {
  const tools = [{ name: 'structure' }, { name: 'presentation' }, { name: 'vision' }]
  const user = (...roles: string[]) => ({ roles: roles.map((name) => ({ name })) }) as unknown as CurrentUser

  it('show Vision to administrators and developers', () => {
    expect(toolsFor(tools, user('administrator'))).toEqual(tools)
    expect(toolsFor(tools, user('editor', 'developer'))).toEqual(tools)
  })

  it.each([['editor'], ['viewer'], ['nobody']])('are hidden from the role %s', (role) => {
    const shown = role === 'nobody' ? toolsFor(tools, null) : toolsFor(tools, user(role))
    expect(shown.map(({ name }) => name)).toEqual(['structure', 'presentation'])
  })
})

describe('publicPath', () => {
  it.each([
    [{ _type: 'page', path: '/' }, '/'],
    [{ _type: 'page', path: 'pricing' }, undefined],
    [{ _type: 'page' }, undefined],
    [{ _type: 'city', slug: 'austin' }, '/hvac-ai-sdr/austin'],
    [{ _type: 'city', slug: { _type: 'slug', current: 'austin' } }, '/hvac-ai-sdr/austin'],
    [{ _type: 'city', slug: { _type: 'slug' } }, undefined],
    [{ _type: 'city', slug: undefined }, undefined],
    [{ _type: 'legalPage', path: '/terms' }, '/terms'],
    [{ _type: 'post', slug: 'one' }, '/blog/one'],
    [{ _type: 'author', slug: 'jo' }, '/blog/author/jo'],
    [{ _type: 'category', slug: 'calls' }, '/blog/category/calls'],
    [{ _type: 'pressItem', slug: 'news' }, '/press/news'],
    [{ _type: 'pressKit' }, '/press'],
    [{ _type: 'docPage', slug: 'start' }, '/documentation/start'],
    [{ _type: 'docSection', slug: 'basics' }, undefined],
    [{ _type: 'faqItem', path: '/' }, undefined],
  ])('maps %j to %s', (document, path) => expect(publicPath(document)).toBe(path))
})

describe('open public page action', () => {
  const OpenPublicPage = openPublicPage('https://ductwise.test')
  const described = (published: object | null) =>
    OpenPublicPage({ published } as unknown as Parameters<typeof OpenPublicPage>[0])

  it('opens published pages and cities', () => {
    const open = vi.fn()
    vi.stubGlobal('window', { open })
    const action = described({ _id: 'city-austin', _type: 'city', slug: { current: 'austin' } })
    expect(action?.disabled).toBe(false)
    action?.onHandle?.()
    expect(open).toHaveBeenCalledWith('https://ductwise.test/hvac-ai-sdr/austin', '_blank', 'noopener')
    vi.unstubAllGlobals()
  })

  it('is disabled until the first publish', () => {
    expect(described(null)).toMatchObject({ disabled: true, title: expect.stringMatching(/publish/i) })
  })

  it('exists only for types with a public page', () => {
    expect(['page', 'city', 'pressKit'].every(hasPublicPage)).toBe(true)
    expect(['docSection', 'redirect', 'faqItem', 'siteSettings', 'sanity.imageAsset'].some(hasPublicPage)).toBe(false)
  })
})

describe('badges and initial values', () => {
  const badge = (state: object) => HiddenFromSearchBadge(state as unknown as DocumentBadgeProps)

  it('mark pages hidden from search, based on the draft first', () => {
    const hidden = { seo: { noIndex: true } }
    const listed = { seo: { noIndex: false } }
    expect(badge({ draft: null, published: hidden })?.label).toBe('Hidden from search')
    expect(badge({ draft: listed, published: hidden })).toBeNull()
    expect(badge({ draft: null, published: {} })).toBeNull()
  })

  it('give a new city the climate source and the questions of the first city', async () => {
    const types = ['city', 'page']
    const templates = types.map((id) => ({ id, title: id, schemaType: id, value: { _type: id } })) as Template[]
    const [city, page] = withStartingValues(templates)
    const startingWith = async (faqs: unknown) => {
      const context = { getClient: () => ({ fetch: async () => faqs }) } as unknown as InitialValueResolverContext
      return typeof city?.value === 'function' ? city.value({}, context) : undefined
    }
    const faqs = [{ _type: 'reference', _key: 'a', _ref: 'faq-night' }]
    const climate = { source: { url: expect.stringMatching(/^https:/) } }
    expect(await startingWith(faqs)).toMatchObject({ climate, faqs })
    expect(await startingWith(null)).not.toHaveProperty('faqs')
    expect(page).toBe(templates[1])
  })

  it('put a new question into the group of its list', () => {
    const template = withStartingValues([]).find(({ id }) => id === 'faqItem-in-group')
    const context = {} as InitialValueResolverContext
    expect(template?.schemaType).toBe('faqItem')
    expect(typeof template?.value === 'function' && template.value({ group: 'pricing' }, context)).toEqual({
      group: 'pricing',
    })
  })

  it.each([
    ['post-by-author', 'post', 'author'],
    ['post-by-category', 'post', 'category'],
    ['docPage-in-section', 'docPage', 'section'],
  ])('template %s creates a %s with its %s', async (id, schemaType, field) => {
    const template = withStartingValues([]).find((candidate) => candidate.id === id)
    const context = {} as InitialValueResolverContext
    expect(template).toMatchObject({ schemaType, parameters: [{ name: 'id' }] })
    expect(typeof template?.value === 'function' && (await template.value({ id: 'one' }, context))).toEqual({
      [field]: { _type: 'reference', _ref: 'one' },
    })
  })
})
