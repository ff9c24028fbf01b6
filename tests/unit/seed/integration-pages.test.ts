import { describe, expect, it } from 'vitest'
import { PLANS } from '../../../lib/platform/auth/access-table.ts'
import { findAllowance } from '../../../lib/dashboard/integrations/plan.ts'
import { type Provider, type ProviderName, PROVIDERS } from '../../../lib/dashboard/integrations/providers.ts'
import { typeset } from '../../../sanity/seed/typeset.ts'
import { findSamples } from '../../support/sample-content.ts'

type Part = { _type: string; [field: string]: unknown }

function collectText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(collectText).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  const part = value as Part
  if (part._type === 'block') return (part.children as { text: string }[]).map(({ text }) => text).join('')
  return Object.values(part).map(collectText).join('\n')
}

const pages = findSamples('integration').map((page) => {
  const name = page._id.replace('integration-', '') as ProviderName
  return { name, page, provider: PROVIDERS[name] as Provider, text: collectText(page.body) }
})

const typesetAll = (values: readonly string[]) => values.map(typeset)

/** Page kinds by provider kind. QuickBooks is an exception with the kind `accounting`. */
const KINDS = { calendar: 'calendars', customers: 'customers', messages: 'messages', automation: 'messages' } as const

type Table = { rows: { cells: string[] }[] }

const getTables = (body: readonly { _type: string }[]) =>
  body.filter(({ _type }) => _type === 'table') as unknown as Table[]

describe.each(pages)('integration page of $name', ({ name, page, provider, text }) => {
  it('has the provider name as its slug', () => expect(page.slug.current).toBe(name))

  it('lists exactly the data read and its purpose', () => {
    const [table] = getTables(page.body)
    const [, ...rows] = table?.rows ?? []
    expect(rows.map(({ cells }) => cells[0])).toEqual(typesetAll(provider.reads.map(({ what }) => what)))
    expect(rows.map(({ cells }) => cells[1]?.toLowerCase())).toEqual(
      typesetAll(provider.reads.map(({ purpose }) => purpose)).map((purpose) => purpose.toLowerCase()),
    )
  })

  it("lists each permission with the provider's name and its meaning", () => {
    const permissions = page.permissions ?? []
    const documentedScopes = permissions.map(({ scope, words, onlyToWrite = false }) => ({ scope, words, onlyToWrite }))
    const toDocumentedScopes = (scopes: Provider['scopes'], onlyToWrite: boolean) =>
      scopes.map(({ scope, words }) => ({ scope, words: typeset(words), onlyToWrite }))
    expect(documentedScopes).toEqual([
      ...toDocumentedScopes(provider.scopes, false),
      ...toDocumentedScopes(provider.write?.scopes ?? [], true),
    ])
  })

  it('belongs to the right kind', () => {
    expect(page.kind).toBe(name === 'quickbooks' ? 'accounting' : KINDS[provider.kind])
  })

  it('states which data is written, if any', () => {
    const data = provider.kind === 'messages' ? 'messages to one channel' : 'confirmed visits'
    const answer = provider.write ? `${data}, on Front desk and up, once you turn it on` : 'nothing'
    expect(page.writes).toBe(name === 'zapier' ? 'the events of the Zaps that you turn on' : answer)
    const sentence = provider.write?.words.replace(/^(Adds|Posts)/, (verb) => `Ductwise ${verb.toLowerCase()}`)
    if (sentence) expect(text).toContain(typeset(sentence))
    else expect(text).not.toContain('What Ductwise writes')
  })

  it('warns if the provider has no read-only permission', () => {
    const warnings = page.body.filter(({ _type }) => _type === 'callout')
    expect(warnings.map(collectText).join('\n')).toContain(typeset(provider.caution ?? ''))
    expect(warnings).toHaveLength(provider.caution ? 1 : 0)
  })

  it("explains how to revoke access in the provider's account", () => {
    expect(text).toContain(provider.end.place)
    expect(JSON.stringify(page.body)).toContain(provider.end.url)
  })

  it('lists the plans that include the provider', () => {
    const [, table] = getTables(page.body)
    const [, ...rows] = table?.rows ?? []
    const isCalendar = provider.kind === 'calendar'
    const answers = (['night_line', 'front_desk', 'several_crews'] as const).map((plan) => {
      const { systems = 0, writing = 0, calendarsOnly = false } = findAllowance([plan]) ?? {}
      const calendarAnswer = isCalendar ? 'One calendar' : 'Calendars only'
      const writingAnswer = { 0: 'No', 1: 'One of them' }[writing] ?? 'Each of them'
      return [
        PLANS[plan].label,
        calendarsOnly ? calendarAnswer : `${systems} connected systems`,
        ...(provider.write ? [writingAnswer] : []),
      ]
    })
    expect(rows.map(({ cells }) => cells)).toEqual(answers)
  })
})
