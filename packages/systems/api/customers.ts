import { Hono } from 'hono'
import { SERVICETITAN } from '../credentials.ts'
import { COMPANY, CUSTOMERS, PORTAL_ID, REALM_ID } from '../sample-data.ts'
import { type ApiEnv, countIn, type Refuse, type Services, withScope, withToken } from './access.ts'

/*
 * Lists of customers, read only. Sources: developers.hubspot.com/docs/api-reference (crm-contacts, account-account-info);
 * developer.salesforce.com/docs (api_rest, resources_query); developer.intuit.com/app/developer/qbo/docs/api (companyinfo,
 * customer); developer.servicetitan.io (crm, customers).
 */

const fullName = ({ first, last }: (typeof CUSTOMERS)[number]) => `${first} ${last}`

export const refuseAsHubspot: Refuse = (c, status) =>
  c.json({ status: 'error', message: 'Refused by the local server.', category: `STATUS_${status}` }, status)

export function hubspotApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsHubspot
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'hubspot', refuse))
  api.get('/account-info/v3/details', withScope(refuse, 'oauth'), (c) =>
    c.json({ portalId: PORTAL_ID, timeZone: 'US/Eastern', uiDomain: 'app.hubspot.com' }),
  )
  api.get('/crm/v3/objects/contacts', withScope(refuse, 'crm.objects.contacts.read'), (c) => {
    const asked = new Set((c.req.query('properties') ?? 'firstname,lastname').split(','))
    const results = CUSTOMERS.map(({ first, last, phone }, index) => {
      const properties = Object.entries({ firstname: first, lastname: last, phone })
      return {
        id: String(index + 1),
        properties: Object.fromEntries(properties.filter(([property]) => asked.has(property))),
      }
    })
    return c.json({ results: results.slice(0, countIn(c, 'limit', 100)) })
  })
  return api
}

export const refuseAsSalesforce: Refuse = (c, status) => {
  const errorCode = status === 401 ? 'INVALID_SESSION_ID' : 'MALFORMED_QUERY'
  return c.json([{ message: 'Refused by the local server.', errorCode }], status)
}

const SOQL = /^SELECT Name FROM (Organization|Account) LIMIT (\d+)$/i

export function salesforceApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsSalesforce
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'salesforce', refuse))
  api.get('/:version/query', withScope(refuse, 'api'), (c) => {
    const [, type, limit] = SOQL.exec(c.req.query('q') ?? '') ?? []
    if (!type) return refuse(c, 400)
    const names = type.toLowerCase() === 'organization' ? [COMPANY] : CUSTOMERS.map(fullName)
    const records = names.slice(0, Number(limit)).map((Name) => ({ attributes: { type }, Name }))
    return c.json({ totalSize: records.length, done: true, records })
  })
  return api
}

export const refuseAsQuickbooks: Refuse = (c, status) =>
  c.json({ Fault: { Error: [{ Message: 'Refused by the local server.' }], type: `STATUS_${status}` } }, status)

const QUICKBOOKS_QUERY = /^select DisplayName from Customer maxresults (\d+)$/i

export function quickbooksApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsQuickbooks
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'quickbooks', refuse), withScope(refuse, 'com.intuit.quickbooks.accounting'))
  api.use('/:realm/*', (c, next) => (c.req.param('realm') === REALM_ID ? next() : Promise.resolve(refuse(c, 403))))
  api.get('/:realm/companyinfo/:company', (c) => c.json({ CompanyInfo: { CompanyName: COMPANY } }))
  api.get('/:realm/query', (c) => {
    const [, limit] = QUICKBOOKS_QUERY.exec(c.req.query('query') ?? '') ?? []
    if (!limit) return refuse(c, 400)
    const Customer = CUSTOMERS.slice(0, Number(limit)).map((customer) => ({ DisplayName: fullName(customer) }))
    return c.json({ QueryResponse: { Customer, startPosition: 1, maxResults: Customer.length } })
  })
  return api
}

export const refuseAsServicetitan: Refuse = (c, status) =>
  c.json({ title: 'Refused by the local server.', status }, status)

export function servicetitanApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsServicetitan
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'servicetitan', refuse))
  api.get('/tenant/:tenant/customers', (c) => {
    if (c.req.header('st-app-key') !== SERVICETITAN.appKey) return refuse(c, 401)
    if (c.req.param('tenant') !== SERVICETITAN.tenant) return refuse(c, 404)
    const customers = CUSTOMERS.map((customer, index) => ({ id: index + 1, name: fullName(customer) }))
    const size = countIn(c, 'pageSize', 50)
    return c.json({ page: 1, pageSize: size, hasMore: customers.length > size, data: customers.slice(0, size) })
  })
  return api
}
