import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { IntegrationCounts, IntegrationList } from '../../../components/site/integrations/integration-list.tsx'
import { IntegrationPage } from '../../../components/site/integrations/integration.tsx'
import { wordsFrom } from '../../../lib/site/ui-copy.ts'

vi.mock('server-only', () => ({}))

const words = wordsFrom(null)

const FREEBUSY = 'https://www.books.example/auth/calendar.freebusy'

const integration = (name: string, kind: 'calendars' | 'customers' | 'accounting' | 'messages') => ({
  _id: name,
  _type: 'integration' as const,
  name,
  slug: name.toLowerCase(),
  url: 'https://books.example/path',
  inTextColor: null,
  logo: null,
  summary: `What ${name} is for.`,
  kind,
  reads: 'customers',
  writes: 'nothing',
  body: [],
  seo: null,
  permissions: [
    { _key: 'a', words: 'See when you are busy', scope: FREEBUSY, onlyToWrite: null },
    { _key: 'b', words: 'Change events', scope: 'Calendars.ReadWrite', onlyToWrite: true },
  ],
})

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the list of integrations', () => {
  const listed = [integration('Books', 'accounting'), integration('Days', 'calendars'), integration('Else', 'messages')]
  type Listed = (typeof listed)[number] & { isOffered: boolean | undefined }
  const render = (integrations: Listed[]) =>
    renderToStaticMarkup(<IntegrationList integrations={integrations} words={words.integrations} />)
  const html = render(listed.map((each, index) => ({ ...each, isOffered: [true, false, undefined][index] })))

  it('has each under the heading of its kind, accounting beside the customers and first', () => {
    const headings = [...html.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, heading = '']) => textOf(heading).trim())
    const names = ['Field service, CRM and accounting', 'Books', 'Calendars', 'Days', 'Messages and automation', 'Else']
    expect(headings).toEqual(names)
  })

  it('says of each whether it can be connected, as far as this site knows', () => {
    expect(textOf(html)).toMatch(/Books Available .*Days Not offered yet /)
    expect(html.match(/Available|Not offered yet/g)).toHaveLength(2)
  })

  it('says nothing of it where each can be connected', () => {
    const offered = listed.map((each) => ({ ...each, isOffered: true }))
    expect(render(offered)).not.toContain('Available')
  })

  it('has a tile of two letters for each: capitals and figures, or the first two', () => {
    const names = ['ServiceTitan', 'Microsoft 365', 'Slack']
    const shown = render(names.map((name) => ({ ...integration(name, 'messages'), isOffered: true })))
    expect(shown.match(/(?<=font-semibold">)[^<]+/g)).toEqual(['ST', 'M3', 'SL'])
  })
})

it('integrations are counted by whether anything is written', () => {
  const counted = (...writes: string[]) => {
    const integrations = writes.map((each) => ({ writes: each }))
    return textOf(renderToStaticMarkup(<IntegrationCounts integrations={integrations} words={words.integrations} />))
  }
  expect(counted('nothing', 'nothing', 'visits')).toMatch(/3 systems 2 read only 1 can write, once you switch it on/)
  expect(counted('nothing')).not.toContain('can write')
})

describe('the page of an integration', () => {
  const props = { integration: integration('Books', 'accounting'), actions: [], words }
  const shown = (isOffered: boolean | undefined) =>
    renderToStaticMarkup(<IntegrationPage {...props} isOffered={isOffered} />)

  it('says how to ask for it only where it cannot be connected', () => {
    expect(shown(false)).toContain('Press Ask for it in the dashboard')
    expect(shown(true)).not.toContain('Press Ask for it')
    expect(shown(undefined)).not.toMatch(/Available|Not offered yet|Press Ask for it/)
  })

  it('has permissions in plain words, with their technical names folded below', () => {
    const html = shown(true)
    const [plain = '', folded = ''] = html.split('<details')
    expect(plain).not.toMatch(/freebusy|ReadWrite/)
    expect(textOf(plain)).toMatch(/See when you are busy Change events Only with writing switched on/)
    expect(folded).toContain(FREEBUSY)
    expect(folded).toContain('Calendars.ReadWrite')
    expect(textOf(html)).toContain('Permissions Ductwise asks for')
  })

  it('says what it writes, and leads to its maker', () => {
    expect(shown(true)).toContain('href="https://books.example/path"')
    expect(textOf(shown(true))).toMatch(/Writes nothing Website Books/)
  })
})
