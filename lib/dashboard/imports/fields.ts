import type { ImportColumn, ImportKind } from '../model/import.ts'

export type ImportFieldDefinition = {
  label: string
  isRequired?: true
  /** Whether the texts of several columns are joined. Otherwise the first filled column counts. */
  isJoined?: true
  /**
   * Usual column names, lower case and without punctuation, in groups. Only columns of the first matching group are
   * chosen, so that a service address wins over a billing address.
   */
  headers: string[][]
}

const NAME_HEADERS = [
  ['name', 'full name', 'customer name', 'contact name', 'client name', 'lead name', 'caller', 'caller name'],
  ['display name', 'customer', 'client', 'contact', 'name on account'],
]

const NAME_PARTS = {
  firstName: { label: 'First name', headers: [['first name', 'given name', 'first', 'firstname', 'fname']] },
  lastName: {
    label: 'Last name',
    headers: [['last name', 'family name', 'last', 'lastname', 'surname', 'lname']],
  },
  company: {
    label: 'Company',
    headers: [['company', 'company name', 'organization', 'organization name', 'business', 'business name']],
  },
} satisfies Record<string, ImportFieldDefinition>

const ADDRESS_HEADERS = [
  ['service address', 'service street', 'service street line', 'location address', 'service location', 'job address'],
  ['full address', 'address formatted', 'formatted address'],
  ['address', 'street', 'street address', 'address street', 'address street line', 'street line', 'address line'],
  ['home address', 'ship to', 'shipping address', 'shipping street', 'mailing address', 'mailing street'],
  ['billing address', 'billing street', 'billing street line', 'bill to', 'bill from'],
]

const ADDRESS_FIELDS = {
  address: { label: 'Address', isJoined: true, headers: ADDRESS_HEADERS },
  city: {
    label: 'City',
    headers: [
      ['service city', 'location city', 'job city'],
      ['city', 'town', 'address city', 'city town'],
      ['shipping city', 'mailing city'],
      ['billing city'],
    ],
  },
  state: {
    label: 'State',
    headers: [
      ['service state', 'service province', 'location state', 'job state'],
      ['state', 'state region', 'province', 'address region', 'address state', 'region', 'state province'],
      ['shipping state', 'mailing state'],
      ['billing state', 'billing province'],
    ],
  },
  zip: {
    label: 'ZIP code',
    headers: [
      ['service zip', 'service zip code', 'service postal code', 'location zip', 'job zip'],
      [
        'zip',
        'zip code',
        'zipcode',
        'postal code',
        'postcode',
        'postal',
        'address postal code',
        'address zip',
        'zip postal code',
      ],
      ['shipping zip', 'shipping zip code', 'mailing zip', 'mailing postal code'],
      ['billing zip', 'billing zip code', 'billing postal code'],
    ],
  },
} satisfies Record<string, ImportFieldDefinition>

const DO_NOT_CALL_FIELD = {
  label: 'Do not call',
  headers: [
    [
      'do not call',
      'dnc',
      'do not contact',
      'no call',
      'do not service',
      'do not phone',
      'donotcall',
      'opted out of calls',
    ],
  ],
} satisfies ImportFieldDefinition

const PHONE_GROUPS = [
  [
    'phone',
    'phone number',
    'main phone',
    'primary phone',
    'telephone',
    'tel',
    'phone value',
    'phone numbers',
    'main phone s',
  ],
  ['mobile', 'mobile phone', 'mobile number', 'mobile phone number', 'cell', 'cell phone', 'cell number', 'cellphone'],
  [
    'home phone',
    'home number',
    'work phone',
    'work number',
    'business phone',
    'office phone',
    'alt phone',
    'other phone',
  ],
]

const PROBLEM_HEADERS = [
  ['problem', 'issue', 'problem description', 'description of problem', 'reason for call', 'reason'],
  ['summary', 'description', 'job summary', 'job description', 'message', 'request', 'request details', 'details'],
  ['notes', 'note', 'comments', 'comment', 'job notes', 'customer notes'],
  ['job type', 'service type', 'service', 'service requested', 'type of service'],
]

const SYSTEM_HEADERS = [
  ['system', 'system type', 'equipment', 'equipment type', 'hvac system', 'unit', 'unit type', 'furnace', 'make model'],
]

export const LEAD_FIELDS = {
  name: { label: 'Name', isRequired: true, headers: NAME_HEADERS },
  ...NAME_PARTS,
  phone: { label: 'Phone', headers: PHONE_GROUPS },
  email: {
    label: 'Email',
    headers: [
      [
        'email',
        'e mail',
        'email address',
        'e mail address',
        'main email',
        'primary email',
        'email value',
        'e mail value',
      ],
      ['emails', 'e mails', 'home email', 'work email', 'billing email', 'contact email'],
    ],
  },
  ...ADDRESS_FIELDS,
  problem: { label: 'Problem', isRequired: true, isJoined: true, headers: PROBLEM_HEADERS },
  safety: { label: 'Safety', headers: [['safety', 'safety issue', 'hazard', 'danger']] },
  system: { label: 'System', headers: SYSTEM_HEADERS },
  urgency: { label: 'Urgency', headers: [['urgency', 'priority', 'job priority']] },
  stage: {
    label: 'Stage',
    headers: [
      ['stage', 'lead stage', 'pipeline stage', 'deal stage'],
      ['lead status', 'status', 'job status', 'lifecycle stage'],
    ],
  },
  createdAt: {
    label: 'Received',
    headers: [
      [
        'received',
        'date received',
        'created',
        'created at',
        'created date',
        'create date',
        'created on',
        'date created',
      ],
      ['lead date', 'lead created', 'call date', 'date added', 'date'],
    ],
  },
  doNotCall: DO_NOT_CALL_FIELD,
  assigneeId: { label: 'Assigned to (ID)', headers: [['assigned to id']] },
  isTest: { label: 'Test', headers: [['test']] },
  id: { label: 'Ductwise ID', headers: [['id']] },
} satisfies Record<string, ImportFieldDefinition>

export const CALLER_FIELDS = {
  name: { label: 'Name', headers: NAME_HEADERS },
  ...NAME_PARTS,
  phone: { label: 'Phone', isRequired: true, isJoined: true, headers: [PHONE_GROUPS.flat()] },
  ...ADDRESS_FIELDS,
  house: {
    label: 'House notes',
    headers: [['house', 'house notes', 'property notes', 'location notes', 'access notes', 'gate code', 'access']],
  },
  system: { label: 'System', headers: SYSTEM_HEADERS },
  notes: {
    label: 'Notes',
    isJoined: true,
    headers: [
      ['notes', 'note', 'comments', 'customer notes', 'memo', 'private notes', 'description', 'tags', 'labels'],
    ],
  },
  doNotCall: DO_NOT_CALL_FIELD,
} satisfies Record<string, ImportFieldDefinition>

export const IMPORT_FIELDS: Record<ImportKind, Record<string, ImportFieldDefinition>> = {
  leads: LEAD_FIELDS,
  callers: CALLER_FIELDS,
}

/** Time zone in a header of an export, such as "Received (America/New_York)". */
const ZONE_PATTERN = /\(([A-Za-z_]+(?:\/[A-Za-z_+\-\d]+)+|UTC)\)\s*$/

export const findHeaderZone = (header: string): string | undefined => header.match(ZONE_PATTERN)?.[1]

/** Returns a header without case, punctuation and time zone: "Phone 1 - Value" becomes "phone 1 value". */
const normalizeHeader = (header: string): string =>
  header
    .replace(ZONE_PATTERN, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

/** Numbered columns, such as "phone 2 value" and "address 1 street line 1", have the name without the numbers. */
const removeNumbers = (header: string): string => header.replaceAll(/\d+/g, ' ').replaceAll(/\s+/g, ' ').trim()

const matchesName = (header: string, names: readonly string[]): boolean => {
  const text = normalizeHeader(header)
  return names.includes(text) || names.includes(removeNumbers(text))
}

/**
 * Guesses the field of each column from its header. Returns null for unknown columns, and for further columns of a
 * field that takes only one.
 */
export function guessFields(kind: ImportKind, headers: readonly string[]): (string | null)[] {
  const guesses: (string | null)[] = headers.map(() => null)
  for (const [field, { headers: groups, isJoined }] of Object.entries(IMPORT_FIELDS[kind])) {
    const group = groups.find((names) => headers.some((header, index) => !guesses[index] && matchesName(header, names)))
    if (!group) continue
    const matches = headers.flatMap((header, index) => (!guesses[index] && matchesName(header, group) ? [index] : []))
    for (const index of isJoined ? matches : matches.slice(0, 1)) guesses[index] = field
  }
  return guesses
}

const NAME_ALTERNATIVES = ['firstName', 'lastName', 'company']

/** Returns the labels of required fields that no column fills. A default problem makes that field optional. */
export function findMissingFields(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  { hasProblem }: { hasProblem: boolean },
): string[] {
  const mapped = new Set(columns.map(({ field }) => field))
  return Object.entries(IMPORT_FIELDS[kind])
    .filter(([field, { isRequired }]) => isRequired && !mapped.has(field))
    .filter(([field]) => !(field === 'name' && NAME_ALTERNATIVES.some((name) => mapped.has(name))))
    .filter(([field]) => !(field === 'problem' && hasProblem))
    .map(([, { label }]) => label)
}
