import type { CurrentUser, DocumentBadgeProps, InitialValueResolverContext, Template } from 'sanity'
import { describe, expect, it, vi } from 'vitest'

import { HiddenFromSearchBadge } from '../../../studio/actions/badges.ts'
import { filterTools } from '../../../studio/access/roles.ts'
import {
  createDocumentActions,
  prepareCopy,
  createOpenPublicPage,
  filterActions,
  filterTemplates,
} from '../../../studio/actions/document-actions.ts'
import { hasPublicPage, publicPath } from '../../../sanity/content-types.ts'
import { addInitialValues } from '../../../studio/desk/templates.ts'

const names = ['publish', 'discardChanges', 'restore', 'unpublish', 'duplicate', 'delete']
const actions = names.map((action) => ({ action }))
const listActionNames = (schemaType: string, documentId?: string) =>
  filterActions(actions, { schemaType, documentId }).map(({ action }) => action)

describe('document actions', () => {
  it('publish and revert the site settings, but never duplicate, unpublish or delete them', () => {
    expect(listActionNames('siteSettings', 'siteSettings')).toEqual(['publish', 'discardChanges', 'restore'])
    expect(listActionNames('siteSettings')).toEqual(['publish', 'discardChanges', 'restore'])
  })

  it('treat the press kit as a singleton', () => {
    expect(listActionNames('pressKit', 'pressKit')).toEqual(['publish', 'discardChanges', 'restore'])
  })

  it('can duplicate but never remove the home page', () => {
    expect(listActionNames('page', 'page-home')).toEqual(['publish', 'discardChanges', 'restore', 'duplicate'])
  })

  it('are complete for other documents, including unnamed actions', () => {
    expect(listActionNames('page', 'page-pricing')).toHaveLength(actions.length)
    expect(filterActions([{}], { schemaType: 'siteSettings' })).toHaveLength(1)
  })

  it('cannot create new singletons', () => {
    const items = ['siteSettings', 'page', 'city'].map((templateId) => ({ templateId }))
    expect(filterTemplates(items).map(({ templateId }) => templateId)).toEqual(['page', 'city'])
  })
})

describe('duplicate action', () => {
  it('marks the copy in its name and removes its address', () => {
    const system = { _id: 'a', _type: 'page', _rev: '1', _createdAt: '', _updatedAt: '' }
    const stored = { ...system, title: 'About', path: '/about' }
    expect(prepareCopy(stored)).toEqual({ ...stored, title: 'Copy of About', path: undefined })
    expect(prepareCopy(stored)).not.toHaveProperty('path')
    const city = { ...stored, title: undefined, name: 'Chicago', slug: { current: 'chicago' } }
    expect(prepareCopy(city)).toMatchObject({ name: 'Copy of Chicago' })
    expect(prepareCopy(city)).not.toHaveProperty('slug')
  })

  it("wraps Sanity's own action", () => {
    const duplicateAction = Object.assign(vi.fn<(props: object) => null>(), { action: 'duplicate' as const })
    const [action] = createDocumentActions('https://ductwise.test')([duplicateAction as never], {
      schemaType: 'faqItem',
    })
    action?.({ id: 'a' } as never)
    expect(duplicateAction).toHaveBeenCalledWith({ id: 'a', mapDocument: prepareCopy })
  })
})

describe('developer tools', () => {
  const tools = [{ name: 'structure' }, { name: 'presentation' }, { name: 'vision' }]
  const buildUser = (...roles: string[]) => ({ roles: roles.map((name) => ({ name })) }) as unknown as CurrentUser

  it('show Vision to administrators and developers', () => {
    expect(filterTools(tools, buildUser('administrator'))).toEqual(tools)
    expect(filterTools(tools, buildUser('editor', 'developer'))).toEqual(tools)
  })

  it.each([['editor'], ['viewer'], ['signed-out visitor']])('are hidden from: %s', (role) => {
    const visibleTools = role === 'signed-out visitor' ? filterTools(tools, null) : filterTools(tools, buildUser(role))
    expect(visibleTools.map(({ name }) => name)).toEqual(['structure', 'presentation'])
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
  const OpenPublicPage = createOpenPublicPage('https://ductwise.test')
  const describeAction = (published: object | null) =>
    OpenPublicPage({ published } as unknown as Parameters<typeof OpenPublicPage>[0])

  it('opens published pages and cities', () => {
    const open = vi.fn()
    vi.stubGlobal('window', { open })
    const action = describeAction({ _id: 'city-austin', _type: 'city', slug: { current: 'austin' } })
    expect(action?.disabled).toBe(false)
    action?.onHandle?.()
    expect(open).toHaveBeenCalledWith('https://ductwise.test/hvac-ai-sdr/austin', '_blank', 'noopener')
    vi.unstubAllGlobals()
  })

  it('is disabled until the first publish', () => {
    expect(describeAction(null)).toMatchObject({ disabled: true, title: expect.stringMatching(/publish/i) })
  })

  it('exists only for types with a public page', () => {
    expect(['page', 'city', 'pressKit'].every(hasPublicPage)).toBe(true)
    expect(['docSection', 'redirect', 'faqItem', 'siteSettings', 'sanity.imageAsset'].some(hasPublicPage)).toBe(false)
  })
})

describe('badges and initial values', () => {
  const buildBadge = (state: object) => HiddenFromSearchBadge(state as unknown as DocumentBadgeProps)

  it('mark pages hidden from search, and prefer the draft', () => {
    const hiddenPage = { seo: { noIndex: true } }
    const listedPage = { seo: { noIndex: false } }
    expect(buildBadge({ draft: null, published: hiddenPage })?.label).toBe('Hidden from search')
    expect(buildBadge({ draft: listedPage, published: hiddenPage })).toBeNull()
    expect(buildBadge({ draft: null, published: {} })).toBeNull()
  })

  it('give a new city the climate source and the questions of the first city', async () => {
    const types = ['city', 'page']
    const templates = types.map((id) => ({ id, title: id, schemaType: id, value: { _type: id } })) as Template[]
    const [city, page] = addInitialValues(templates)
    const resolveStartingValue = async (faqs: unknown) => {
      const context = { getClient: () => ({ fetch: async () => faqs }) } as unknown as InitialValueResolverContext
      return typeof city?.value === 'function' ? city.value({}, context) : undefined
    }
    const faqs = [{ _type: 'reference', _key: 'a', _ref: 'faq-night' }]
    const climate = { source: { url: expect.stringMatching(/^https:/) } }
    expect(await resolveStartingValue(faqs)).toMatchObject({ climate, faqs })
    expect(await resolveStartingValue(null)).not.toHaveProperty('faqs')
    expect(page).toBe(templates[1])
  })

  it('put a new question into the group of its list', () => {
    const template = addInitialValues([]).find(({ id }) => id === 'faqItem-in-group')
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
    const template = addInitialValues([]).find((candidate) => candidate.id === id)
    const context = {} as InitialValueResolverContext
    expect(template).toMatchObject({ schemaType, parameters: [{ name: 'id' }] })
    expect(typeof template?.value === 'function' && (await template.value({ id: 'one' }, context))).toEqual({
      [field]: { _type: 'reference', _ref: 'one' },
    })
  })
})
