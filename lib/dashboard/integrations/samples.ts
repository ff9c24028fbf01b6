import { z } from 'zod'
import type { Api } from './api.ts'
import { googleCalendarList } from './calendars.ts'
import type { ProviderName } from './providers.ts'
import type { Sample } from './record.ts'
import { fetchSlack } from './slack-api.ts'

const namedRecord = z.object({ name: z.string() })

const microsoftPerson = z.object({
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
})

const hubspotContacts = z.object({
  results: z.array(
    z.object({ properties: z.object({ firstname: z.string().nullish(), lastname: z.string().nullish() }) }),
  ),
})

const quickbooksCustomers = z.object({
  QueryResponse: z.object({ Customer: z.array(z.object({ DisplayName: z.string() })).optional() }),
})

const SALESFORCE_QUERY_PATH = '/services/data/v62.0/query'

const formatFullName = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ') || null

/**
 * Sample request per provider, for connection tests. Each sends one or two read-only requests.
 * @throws {ProviderError}
 */
export const SAMPLE_REQUESTS: Record<ProviderName, (api: Api) => Promise<Sample>> = {
  servicetitan: async (api) => {
    const tenant = api.details.tenant ?? ''
    const path = `/crm/v2/tenant/${encodeURIComponent(tenant)}/customers`
    const { data } = await api.get(path, z.object({ data: z.array(namedRecord) }), { page: '1', pageSize: '1' })
    return { account: `Tenant ${tenant}`, kind: 'customer', name: data[0]?.name ?? null }
  },
  salesforce: async (api) => {
    const runQuery = (q: string) =>
      api.get(SALESFORCE_QUERY_PATH, z.object({ records: z.array(z.object({ Name: z.string() })) }), { q })
    const company = await runQuery('SELECT Name FROM Organization LIMIT 1')
    const customers = await runQuery('SELECT Name FROM Account LIMIT 1')
    return { account: company.records[0]?.Name ?? null, kind: 'customer', name: customers.records[0]?.Name ?? null }
  },
  hubspot: async (api) => {
    const { portalId } = await api.get(
      '/account-info/v3/details',
      z.object({ portalId: z.number(), uiDomain: z.string().optional() }),
    )
    const query = { limit: '1', properties: 'firstname,lastname' }
    const { results } = await api.get('/crm/v3/objects/contacts', hubspotContacts, query)
    const { firstname, lastname } = results[0]?.properties ?? {}
    return { account: `Account ${portalId}`, kind: 'contact', name: formatFullName(firstname, lastname) }
  },
  quickbooks: async (api) => {
    const realm = encodeURIComponent(api.details.realmId ?? '')
    const { CompanyInfo } = await api.get(
      `/v3/company/${realm}/companyinfo/${realm}`,
      z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) }),
    )
    const query = { query: 'select DisplayName from Customer maxresults 1' }
    const { QueryResponse } = await api.get(`/v3/company/${realm}/query`, quickbooksCustomers, query)
    return {
      account: CompanyInfo.CompanyName,
      kind: 'customer',
      name: QueryResponse.Customer?.[0]?.DisplayName ?? null,
    }
  },
  'google-workspace': async (api) => {
    const { items } = await api.get('/calendar/v3/users/me/calendarList', googleCalendarList, { maxResults: '50' })
    const mainCalendar = items.find(({ primary }) => primary) ?? items[0]
    return { account: mainCalendar?.id ?? null, kind: 'calendar', name: mainCalendar?.summary ?? null }
  },
  'microsoft-365': async (api) => {
    const person = await api.get('/v1.0/me', microsoftPerson, { $select: 'displayName,mail,userPrincipalName' })
    const calendars = await api.get('/v1.0/me/calendars', z.object({ value: z.array(namedRecord) }), {
      $select: 'name',
      $top: '1',
    })
    return {
      account: person.mail ?? person.userPrincipalName ?? person.displayName ?? null,
      kind: 'calendar',
      name: calendars.value[0]?.name ?? null,
    }
  },
  slack: async (api) => {
    const { team } = await fetchSlack(api, 'auth.test', z.object({ ok: z.literal(true), team: z.string() }))
    const query = { limit: '1', types: 'public_channel', exclude_archived: 'true' }
    const { channels } = await fetchSlack(
      api,
      'conversations.list',
      z.object({ ok: z.literal(true), channels: z.array(namedRecord) }),
      query,
    )
    return { account: team, kind: 'channel', name: channels[0]?.name ?? null }
  },
  zapier: async (api) => {
    const person = await api.get(
      '/v1/profiles/me',
      z.object({ full_name: z.string().nullish(), email: z.string().nullish() }),
    )
    const { objects } = await api.get(
      '/v1/zaps',
      z.object({ objects: z.array(z.object({ title: z.string().nullish() })).default([]) }),
      { limit: '1' },
    )
    return { account: person.full_name ?? person.email ?? null, kind: 'Zap', name: objects[0]?.title ?? null }
  },
}
