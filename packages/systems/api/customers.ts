import { COMPANY, CUSTOMERS, PORTAL_ID, REALM_ID } from '../data/sample-data.ts'
import { SERVICETITAN } from '../data/systems.ts'
import { parseCount, defineApi, type ErrorResponder, createScopeGuard } from './access.ts'

/*
 * Read-only customer lists. Sources: developers.hubspot.com/docs/api-reference (crm-contacts, account-account-info);
 * developer.salesforce.com/docs (api_rest, resources_query); developer.intuit.com/app/developer/qbo/docs/api
 * (companyinfo, customer); developer.servicetitan.io (crm, customers).
 */

const formatFullName = ({ first, last }: (typeof CUSTOMERS)[number]) => `${first} ${last}`

const respondHubspotError: ErrorResponder = (c, status) =>
  c.json({ status: 'error', message: 'Rejected by the local server.', category: `STATUS_${status}` }, status)

export const hubspotApi = defineApi('hubspot', '', respondHubspotError, (api) => {
  api.get('/account-info/v3/details', createScopeGuard(respondHubspotError, 'oauth'), (c) =>
    c.json({ portalId: PORTAL_ID, timeZone: 'US/Eastern', uiDomain: 'app.hubspot.com' }),
  )
  api.get('/crm/v3/objects/contacts', createScopeGuard(respondHubspotError, 'crm.objects.contacts.read'), (c) => {
    const requestedProperties = new Set((c.req.query('properties') ?? 'firstname,lastname').split(','))
    const results = CUSTOMERS.map(({ first, last, phone }, index) => {
      const properties = Object.entries({ firstname: first, lastname: last, phone })
      return {
        id: String(index + 1),
        properties: Object.fromEntries(properties.filter(([property]) => requestedProperties.has(property))),
      }
    })
    return c.json({ results: results.slice(0, parseCount(c, 'limit', 100)) })
  })
})

const respondSalesforceError: ErrorResponder = (c, status) => {
  const errorCode = status === 401 ? 'INVALID_SESSION_ID' : 'MALFORMED_QUERY'
  return c.json([{ message: 'Rejected by the local server.', errorCode }], status)
}

const SOQL_PATTERN = /^SELECT Name FROM (Organization|Account) LIMIT (\d+)$/i

export const salesforceApi = defineApi('salesforce', '/services/data', respondSalesforceError, (api) => {
  api.get('/:version/query', createScopeGuard(respondSalesforceError, 'api'), (c) => {
    const [, type, limit] = SOQL_PATTERN.exec(c.req.query('q') ?? '') ?? []
    if (!type) return respondSalesforceError(c, 400)
    const names = type.toLowerCase() === 'organization' ? [COMPANY] : CUSTOMERS.map(formatFullName)
    const records = names.slice(0, Number(limit)).map((Name) => ({ attributes: { type }, Name }))
    return c.json({ totalSize: records.length, done: true, records })
  })
})

const respondQuickbooksError: ErrorResponder = (c, status) =>
  c.json({ Fault: { Error: [{ Message: 'Rejected by the local server.' }], type: `STATUS_${status}` } }, status)

const QUICKBOOKS_QUERY_PATTERN = /^select DisplayName from Customer maxresults (\d+)$/i

export const quickbooksApi = defineApi('quickbooks', '/v3/company', respondQuickbooksError, (api) => {
  api.use('*', createScopeGuard(respondQuickbooksError, 'com.intuit.quickbooks.accounting'))
  api.use('/:realm/*', (c, next) =>
    c.req.param('realm') === REALM_ID ? next() : Promise.resolve(respondQuickbooksError(c, 403)),
  )
  api.get('/:realm/companyinfo/:company', (c) => c.json({ CompanyInfo: { CompanyName: COMPANY } }))
  api.get('/:realm/query', (c) => {
    const [, limit] = QUICKBOOKS_QUERY_PATTERN.exec(c.req.query('query') ?? '') ?? []
    if (!limit) return respondQuickbooksError(c, 400)
    const Customer = CUSTOMERS.slice(0, Number(limit)).map((customer) => ({ DisplayName: formatFullName(customer) }))
    return c.json({ QueryResponse: { Customer, startPosition: 1, maxResults: Customer.length } })
  })
})

const respondServicetitanError: ErrorResponder = (c, status) =>
  c.json({ title: 'Rejected by the local server.', status }, status)

export const servicetitanApi = defineApi('servicetitan', '/crm/v2', respondServicetitanError, (api) => {
  api.get('/tenant/:tenant/customers', (c) => {
    if (c.req.header('st-app-key') !== SERVICETITAN.appKey) return respondServicetitanError(c, 401)
    if (c.req.param('tenant') !== SERVICETITAN.tenant) return respondServicetitanError(c, 404)
    const customers = CUSTOMERS.map((customer, index) => ({ id: index + 1, name: formatFullName(customer) }))
    const size = parseCount(c, 'pageSize', 50)
    return c.json({ page: 1, pageSize: size, hasMore: customers.length > size, data: customers.slice(0, size) })
  })
})
