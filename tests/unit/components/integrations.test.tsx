import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { IntegrationCounts, IntegrationList } from '../../../components/site/integrations/integration-list.tsx'
import { IntegrationPage } from '../../../components/site/integrations/integration.tsx'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'

vi.mock('server-only', () => ({}))

const uiCopy = resolveCopy(null)

const FREEBUSY = 'https://www.books.example/auth/calendar.freebusy'

const buildIntegration = (name: string, kind: 'calendars' | 'customers' | 'accounting' | 'messages') => ({
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

const toText = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('integration list', () => {
  const listed = [
    buildIntegration('Books', 'accounting'),
    buildIntegration('Days', 'calendars'),
    buildIntegration('Else', 'messages'),
  ]
  type Listed = (typeof listed)[number] & { isOffered: boolean | undefined }
  const render = (integrations: Listed[]) =>
    renderToStaticMarkup(<IntegrationList integrations={integrations} labels={uiCopy.integrations} />)
  const html = render(listed.map((each, index) => ({ ...each, isOffered: [true, false, undefined][index] })))

  it('groups integrations by kind, with accounting and CRM first', () => {
    const headings = [...html.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, heading = '']) => toText(heading).trim())
    const names = ['Field service, CRM and accounting', 'Books', 'Calendars', 'Days', 'Messages and automation', 'Else']
    expect(headings).toEqual(names)
  })

  it('shows the availability of each integration if known', () => {
    expect(toText(html)).toMatch(/Books Available .*Days Not available yet /)
    expect(html.match(/Available|Not available yet/g)).toHaveLength(2)
  })

  it('hides availability if every integration is available', () => {
    const offered = listed.map((each) => ({ ...each, isOffered: true }))
    expect(render(offered)).not.toContain('Available')
  })

  it('shows two-letter tiles from capitals and digits or the first two letters', () => {
    const names = ['ServiceTitan', 'Microsoft 365', 'Slack']
    const tiles = render(names.map((name) => ({ ...buildIntegration(name, 'messages'), isOffered: true })))
    expect(tiles.match(/(?<=font-semibold">)[^<]+/g)).toEqual(['ST', 'M3', 'SL'])
  })
})

it('integration counts separate read-only integrations from those that write', () => {
  const countWrites = (...writes: string[]) => {
    const integrations = writes.map((each) => ({ writes: each }))
    return toText(renderToStaticMarkup(<IntegrationCounts integrations={integrations} labels={uiCopy.integrations} />))
  }
  expect(countWrites('nothing', 'nothing', 'visits')).toMatch(/3 systems 2 read-only 1 can write, once you turn it on/)
  expect(countWrites('nothing')).not.toContain('can write')
})

describe('integration page', () => {
  const props = { integration: buildIntegration('Books', 'accounting'), actions: [], labels: uiCopy }
  const renderOffered = (isOffered: boolean | undefined) =>
    renderToStaticMarkup(<IntegrationPage {...props} isOffered={isOffered} />)

  it('explains how to request the integration only if it is unavailable', () => {
    expect(renderOffered(false)).toContain('Press Request in the dashboard')
    expect(renderOffered(true)).not.toContain('Press Request')
    expect(renderOffered(undefined)).not.toMatch(/Available|Not available yet|Press Request/)
  })

  it('lists permissions in plain language and collapses their technical names', () => {
    const html = renderOffered(true)
    const [plain = '', folded = ''] = html.split('<details')
    expect(plain).not.toMatch(/freebusy|ReadWrite/)
    expect(toText(plain)).toMatch(/See when you are busy Change events Only with write access/)
    expect(folded).toContain(FREEBUSY)
    expect(folded).toContain('Calendars.ReadWrite')
    expect(toText(html)).toContain('Permissions Ductwise asks for')
  })

  it('shows the written data types and a link to the vendor', () => {
    expect(renderOffered(true)).toContain('href="https://books.example/path"')
    expect(toText(renderOffered(true))).toMatch(/Writes nothing Website Books/)
  })
})
