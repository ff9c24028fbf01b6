import { leadChange, leadFilter, leadInput, leadRecord, leadSort } from '../leads/input.ts'
import { changeLead, createLead, findLead, listLeads } from '../leads/repository.ts'
import { buildListQuery, versionFields, defineResource } from './resource.ts'

const record = leadRecord.meta({ id: 'Lead' })

export const leadResource = defineResource({
  name: 'leads',
  singularName: 'lead',
  input: leadInput.meta({ id: 'NewLead' }),
  change: leadChange.safeExtend(versionFields).meta({ id: 'LeadChange' }),
  query: buildListQuery(leadFilter, leadSort),
  recordSchema: record,
  listedSchema: record,
  toListed: (lead) => lead,
  store: async (...args: Parameters<typeof createLead>) => ({ row: await createLead(...args), isNew: true }),
  find: findLead,
  update: changeLead,
  list: listLeads,
  readEvents: { one: () => ['lead.read'], list: 'leads.listed' },
  examples: {
    input: {
      name: 'Ada Byron',
      phone: '(646) 555-0119',
      address: '12 Example Street',
      zip: '10001',
      problem: 'The furnace clicks but it does not light',
      safety: 'Infant in the house, no gas smell',
      urgency: 'now',
    },
    record: {
      id: '5d0c7f52-8a58-4f2e-9d0a-3b6f6c1f7a10',
      callId: null,
      name: 'Ada Byron',
      phone: '+16465550119',
      email: null,
      address: '12 Example Street',
      zip: '10001',
      problem: 'The furnace clicks but it does not light',
      safety: 'Infant in the house, no gas smell',
      system: null,
      urgency: 'now',
      stage: 'new',
      source: 'api',
      assigneeId: null,
      isTest: false,
      version: 1,
      createdAt: '2026-01-02T07:14:00.000Z',
      updatedAt: '2026-01-02T07:14:00.000Z',
    },
    change: { stage: 'qualified' },
  },
})
