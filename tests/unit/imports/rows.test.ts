import { describe, expect, it } from 'vitest'
import { guessFields } from '../../../lib/dashboard/imports/fields.ts'
import { checkRows, countDuplicates, splitIntoRequests } from '../../../lib/dashboard/imports/check-rows.ts'
import { type CallerRow, type LeadRow, readCallerRow, readLeadRow } from '../../../lib/dashboard/imports/rows.ts'

const NOW = new Date('2026-12-01T12:00:00Z')

const readLead = (cells: Record<string, string>, headers: Record<string, string> = {}) => {
  const filled = { name: 'Ada', problem: 'No heat', ...cells }
  const columns = Object.keys(filled).map((key) => ({ header: headers[key] ?? key, field: key.replace(/\d$/, '') }))
  return readLeadRow(Object.values(filled), { mapping: { columns }, timeZone: 'America/New_York', now: NOW })
}
const getLead = (cells: Record<string, string>, headers?: Record<string, string>): LeadRow => {
  const result = readLead(cells, headers)
  if ('problems' in result) throw new Error(result.problems.join())
  return result.row
}
const getProblems = (cells: Record<string, string>): string[] => {
  const result = readLead(cells)
  return 'problems' in result ? result.problems : []
}
const getCaller = (cells: [field: string, text: string][]): CallerRow => {
  const columns = cells.map(([field]) => ({ header: field, field }))
  const result = readCallerRow(
    cells.map(([, text]) => text),
    { mapping: { columns }, timeZone: 'America/New_York', now: NOW },
  )
  if ('problems' in result) throw new Error(result.problems.join())
  return result.row
}

describe('imported lead', () => {
  it.each([
    ['(212) 555-0142', '+12125550142'],
    ['2125550142.0', '+12125550142'],
    ['="2125550142"', '+12125550142'],
    ["'+1 212 555 0142", '+12125550142'],
    ['\u200E212-555-0142\u202C', '+12125550142'],
    ['Home: 212-555-0142; Cell: 212-555-0143', '+12125550142'],
    ['+1 212-555-0142 ::: +1 212-555-0143', '+12125550142'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['n/a', undefined],
  ])('has the phone number %j', (text, phone) => expect(getLead({ phone: text }).values.phone).toBe(phone))

  it('has the extension of its phone number', () => {
    expect(getLead({ phone: '212-555-0142 x5' })).toMatchObject({ values: { phone: '+12125550142' }, extension: '5' })
  })

  it.each(['1.21256E+10', '1,21256E+10', '2.12556E+09'])('names numbers that Excel shortened: %s', (phone) => {
    expect(getProblems({ phone })).toEqual([expect.stringContaining('Excel shortened this number')])
  })

  it.each([
    ['02134', '02134'],
    ['2134', '02134'],
    ['="02134"', '02134'],
    ['12207.0', '12207'],
    ['122071234', '12207-1234'],
    ['12207-1234', '12207-1234'],
  ])('has the ZIP code %s', (text, zip) => expect(getLead({ zip: text }).values.zip).toBe(zip))

  it('has an email without invisible characters', () => {
    expect(getLead({ email: ' \u200Bada@example.com\uFEFF' }).values.email).toBe('ada@example.com')
    expect(getLead({ email: 'ada@example.com; bo@example.com' }).values.email).toBe('ada@example.com')
    expect(getProblems({ email: 'ada at example' })).toEqual(['Email: Enter an email address such as ada@example.com'])
  })

  it('joins the name and the address', () => {
    const { values } = getLead({
      name: '',
      firstName: 'Ada',
      lastName: 'Byron',
      address: '12 Elm St',
      address2: 'Unit 4',
      city: 'Albany',
      state: 'NY',
    })
    expect(values).toMatchObject({ name: 'Ada Byron', address: '12 Elm St, Unit 4, Albany, NY' })
    expect(getLead({ name: '', company: 'Byron Mills' }).values.name).toBe('Byron Mills')
    expect(getLead({ address: '12 Elm St, Albany, NY', city: 'Albany', state: 'NY' }).values.address).toBe(
      '12 Elm St, Albany, NY',
    )
  })

  it.each([
    ['2026-03-08 08:30', '2026-03-08T12:30:00.000Z'],
    ['3/8/2026 8:30 AM', '2026-03-08T12:30:00.000Z'],
    ['1/5/26', '2026-01-05T05:00:00.000Z'],
    ['46089.354166667', '2026-03-08T12:30:00.000Z'],
    ['2026-03-08T08:30:00Z', '2026-03-08T08:30:00.000Z'],
    // Daylight saving time skips this time.
    ['2026-03-08 02:30', '2026-03-08T05:00:00.000Z'],
  ])('was received at %s', (text, moment) => expect(getLead({ createdAt: text }).createdAt?.toISOString()).toBe(moment))

  it('was received in the time zone of the header', () => {
    const header = { createdAt: 'Received (America/Los_Angeles)' }
    expect(getLead({ createdAt: '2026-03-09 08:30' }, header).createdAt?.toISOString()).toBe('2026-03-09T15:30:00.000Z')
  })

  it.each(['13/45/2026', 'yesterday', '2/30/2026', '12/24/2026', '99999'])(
    'is rejected with the date %s',
    (createdAt) => {
      expect(getProblems({ createdAt })).toHaveLength(1)
    },
  )

  it.each([
    ['Yes', true],
    ['TRUE', true],
    ['1', true],
    ['x', true],
    ['DNC', true],
    ['No', false],
    ['0', false],
    ['', false],
  ])('has the do-not-call mark for %j: %s', (doNotCall, isMarked) => {
    expect(getLead({ doNotCall }).doNotCall).toBe(isMarked)
  })

  it('is rejected if the do-not-call mark is unclear, so that none is lost', () => {
    expect(getProblems({ doNotCall: 'see notes' })).toEqual(['Do not call: Use Yes or No'])
  })

  it('reads labels and the words of other systems', () => {
    expect(getLead({ urgency: 'EMERGENCY', stage: 'Closed-Won' }).values).toMatchObject({
      urgency: 'now',
      stage: 'won',
    })
    expect(getLead({ urgency: 'This week', stage: 'Qualified' }).values).toMatchObject({
      urgency: 'soon',
      stage: 'qualified',
    })
    expect(getProblems({ urgency: '???', stage: '???' })).toHaveLength(2)
  })

  it('names missing and long fields', () => {
    expect(getProblems({ name: '', problem: '' })).toEqual(['Name: Enter a name', 'Problem: Describe the problem'])
    expect(getProblems({ address: 'x'.repeat(301) })).toEqual(['Address: Use 300 characters or fewer'])
  })

  it('is rejected with more cells than columns', () => {
    const mapping = { columns: [{ header: 'Name', field: 'name' }], problem: 'x' }
    const context = { mapping, timeZone: 'UTC', now: NOW }
    expect(readLeadRow(['Ada', 'Albany'], context)).toEqual({ problems: [expect.stringContaining('More cells')] })
    expect(readLeadRow(['Ada', ' ', ''], context)).toMatchObject({ row: { values: { name: 'Ada' } } })
  })
})

describe('imported caller', () => {
  it('has the numbers of all columns once', () => {
    const caller = getCaller([
      ['phone', '212-555-0142'],
      ['phone', '(212) 555-0143, 212 555 0142'],
      ['zip', '12207'],
      ['address', '12 Elm St'],
      ['state', 'NY'],
    ])
    expect(caller).toMatchObject({
      phones: ['+12125550142', '+12125550143'],
      values: { address: '12 Elm St, NY 12207' },
    })
  })

  it('needs a phone number', () => {
    expect(() => getCaller([['name', 'Ada']])).toThrow('Phone: Enter a phone number')
  })
})

/** Columns of other systems with the fields of a lead or caller; null for ignored ones. */
const SYSTEMS: [system: string, kind: 'leads' | 'callers', columns: Record<string, string | null>][] = [
  [
    'HubSpot',
    'leads',
    {
      'Record ID': null,
      'First Name': 'firstName',
      'Last Name': 'lastName',
      Email: 'email',
      'Phone Number': 'phone',
      'Lead Status': 'stage',
      'Create Date': 'createdAt',
      'Street Address': 'address',
      City: 'city',
      'State/Region': 'state',
      'Postal Code': 'zip',
    },
  ],
  [
    'Housecall Pro',
    'callers',
    {
      'Display Name': 'name',
      'Mobile Number': 'phone',
      'Home Number': 'phone',
      'Work Number': 'phone',
      Email: null,
      'Address_1 Street Line 1': 'address',
      'Address_1 City': 'city',
      'Address_1 State': 'state',
      'Address_1 Postal Code': 'zip',
      Notes: 'notes',
      'Do Not Service': 'doNotCall',
    },
  ],
  [
    'Jobber',
    'callers',
    {
      'First name': 'firstName',
      'Last name': 'lastName',
      'Company name': 'company',
      'Main Phone #s': 'phone',
      'Service Street 1': 'address',
      'Service City': 'city',
      'Service State': 'state',
      'Service Zip code': 'zip',
      'Billing Street 1': null,
      'Billing City': null,
    },
  ],
  [
    'ServiceTitan',
    'leads',
    {
      'Customer Name': 'name',
      'Location Address': 'address',
      'Phone Number': 'phone',
      'Job Type': null,
      Summary: 'problem',
      Priority: 'urgency',
      'Created On': 'createdAt',
    },
  ],
  ['QuickBooks', 'callers', { 'Full Name': 'name', 'Main Phone': 'phone', 'Bill to': 'address', Memo: 'notes' }],
  [
    'Google Contacts',
    'callers',
    {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'Organization Name': 'company',
      'Phone 1 - Label': null,
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'phone',
      'Address 1 - Street': 'address',
      'Address 1 - City': 'city',
      'Address 1 - Region': 'state',
      'Address 1 - Postal Code': 'zip',
      Notes: 'notes',
    },
  ],
  [
    'Ductwise',
    'leads',
    {
      'Received (America/New_York)': 'createdAt',
      Name: 'name',
      Phone: 'phone',
      Email: 'email',
      Address: 'address',
      'ZIP code': 'zip',
      Problem: 'problem',
      Safety: 'safety',
      System: 'system',
      Urgency: 'urgency',
      Stage: 'stage',
      Source: null,
      'Assigned to (ID)': 'assigneeId',
      'Updated (America/New_York)': null,
      Test: 'isTest',
      ID: 'id',
    },
  ],
]

describe('column names', () => {
  it.each(SYSTEMS)('of %s are recognized', (_system, kind, columns) => {
    const fields = guessFields(kind, Object.keys(columns))
    expect(Object.fromEntries(Object.keys(columns).map((header, index) => [header, fields[index]]))).toEqual(columns)
  })
})

describe('row check', () => {
  it('collects problems and contacts, and stops when it is aborted', async () => {
    const mapping = {
      columns: [
        { header: 'Name', field: 'name' },
        { header: 'Phone', field: 'phone' },
      ],
      problem: 'x',
    }
    const rows = [
      { number: 2, cells: ['Ada', '2125550142'] },
      { number: 3, cells: ['', ''] },
    ]
    const context = { mapping, timeZone: 'UTC', now: NOW, leadDays: 30 }
    const abortController = new AbortController()
    expect(await checkRows('leads', rows, context, abortController.signal)).toEqual({
      contacts: [{ phones: ['+12125550142'], emails: [] }],
      invalid: [{ number: 3, problems: ['Name: Enter a name'] }],
      expiredCount: 0,
    })
    abortController.abort()
    await expect(checkRows('leads', rows, context, abortController.signal)).rejects.toThrow()
  })

  it('counts leads that retention would delete', async () => {
    const mapping = {
      columns: [
        { header: 'Name', field: 'name' },
        { header: 'Received', field: 'createdAt' },
      ],
      problem: 'x',
    }
    const rows = ['2026-11-30', '2026-10-31', ''].map((day, number) => ({ number, cells: ['Ada', day] }))
    const context = { mapping, timeZone: 'UTC', now: NOW, leadDays: 30 }
    const { expiredCount } = await checkRows('leads', rows, context, new AbortController().signal)
    expect(expiredCount).toBe(1)
  })

  it('counts new, existing and repeated rows', () => {
    const contacts = ['1', '2', '2', '3'].map((phone) => ({ phones: [phone], emails: [] }))
    expect(countDuplicates(contacts, { phones: ['3'], emails: [] })).toEqual({ fresh: 2, existing: 1, repeated: 1 })
  })

  it('splits rows into requests below the body limit', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ number: index, cells: ['x'.repeat(300), 'é"\n'] }))
    const requests = splitIntoRequests(rows)
    expect(requests.flat()).toEqual(rows)
    expect(Math.max(...requests.map((part) => Buffer.byteLength(JSON.stringify({ rows: part }))))).toBeLessThan(
      1_536 * 1_024,
    )
    expect(splitIntoRequests([{ number: 1, cells: ['x'.repeat(900_000)] }])).toHaveLength(1)
  })
})
