/* This table is shown in the UI, so it contains no secrets. Endpoints are in `authorization-servers.ts`. */

export type Scope = { scope: string; words: string }

export type KeyField = { name: string; label: string; isSecret: boolean; hint?: string }

export type Provider = {
  label: string
  kind: 'calendar' | 'customers' | 'messages' | 'automation'
  reads: readonly { what: string; purpose: string }[]
  connect: { method: 'oauth' } | { method: 'key'; fields: readonly KeyField[]; steps: readonly string[] }
  /** Scopes for read access. Empty for API keys, whose permissions are set at the provider. */
  scopes: readonly Scope[]
  /** Additional scopes for write access. They are requested when an owner turns on writing. */
  write?: { name: string; label: string; words: string; scopes: readonly Scope[] }
  /** Warning about access that the scopes of the provider cannot exclude. */
  caution?: string
  /** Page at which the owner revokes access at the provider. */
  end: { place: string; url: string }
}

const CUSTOMERS = { what: 'Name, phone, address and plan of customers', purpose: 'to recognize members' }
const ESTIMATES = { what: 'Open estimates and their dates', purpose: 'to ask once about an open quote' }
const BUSY = { what: 'When you are busy, not why', purpose: 'to offer free windows' }

export const PROVIDERS = {
  servicetitan: {
    label: 'ServiceTitan',
    kind: 'customers',
    reads: [CUSTOMERS, { what: 'Open jobs and their dates', purpose: 'to answer “when are you coming?”' }, ESTIMATES],
    connect: {
      method: 'key',
      fields: [
        { name: 'tenant', label: 'Tenant ID', isSecret: false, hint: 'The number of your company at ServiceTitan.' },
        { name: 'clientId', label: 'Client ID', isSecret: false },
        { name: 'clientSecret', label: 'Client secret', isSecret: true },
      ],
      steps: [
        'In ServiceTitan, open Settings, Integrations, API Application Access, and connect this app there.',
        'Allow it to view customers, jobs and estimates, and nothing else.',
        'Copy the client ID, make a client secret, and paste both here.',
      ],
    },
    scopes: [],
    end: { place: 'Settings, Integrations, API Application Access', url: 'https://go.servicetitan.com/' },
  },
  salesforce: {
    label: 'Salesforce',
    kind: 'customers',
    reads: [CUSTOMERS],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'api', words: 'See the records that your own sign-in may see' },
      { scope: 'refresh_token', words: 'Stay connected until you end it' },
    ],
    caution:
      'Salesforce has no permission that only reads: whoever signs in decides what can be seen. Sign in as a user who may only view customers. We send no request that changes anything.',
    end: { place: 'Setup, Connected Apps OAuth Usage', url: 'https://login.salesforce.com/' },
  },
  hubspot: {
    label: 'HubSpot',
    kind: 'customers',
    reads: [CUSTOMERS, ESTIMATES],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'oauth', words: 'See the number and time zone of the account' },
      { scope: 'crm.objects.contacts.read', words: 'See contacts' },
      { scope: 'crm.objects.deals.read', words: 'See deals, which hold open estimates' },
    ],
    end: { place: 'Settings, Connected apps', url: 'https://app.hubspot.com/connected-apps' },
  },
  quickbooks: {
    label: 'QuickBooks',
    kind: 'customers',
    reads: [CUSTOMERS, ESTIMATES],
    connect: { method: 'oauth' },
    scopes: [{ scope: 'com.intuit.quickbooks.accounting', words: 'See and change the company’s books' }],
    caution:
      'QuickBooks has one permission for all of its books. Through it we read the company’s name, customers and estimates, never invoices, payments or employees, and send no request that changes anything.',
    end: { place: 'Apps, My apps', url: 'https://qbo.intuit.com/app/apps/myapps' },
  },
  'google-workspace': {
    label: 'Google Workspace',
    kind: 'calendar',
    reads: [BUSY, { what: 'The names of your calendars', purpose: 'to let you choose which count' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'https://www.googleapis.com/auth/calendar.freebusy', words: 'See when you are busy, not why' },
      {
        scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        words: 'See the list of your calendars',
      },
    ],
    write: {
      name: 'visits',
      label: 'Enter visits',
      words:
        'Enters confirmed visits into a separate calendar, “Bookings by phone”. It cannot touch any other calendar.',
      scopes: [
        {
          scope: 'https://www.googleapis.com/auth/calendar.app.created',
          words: 'Make a separate calendar, and change only what is in it',
        },
      ],
    },
    end: { place: 'Google Account, Third-party connections', url: 'https://myaccount.google.com/connections' },
  },
  'microsoft-365': {
    label: 'Microsoft 365',
    kind: 'calendar',
    reads: [BUSY, { what: 'The names of your calendars', purpose: 'to let you choose which count' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'Calendars.ReadBasic', words: 'See when your events are, without their text and attachments' },
      { scope: 'User.Read', words: 'See your name and address, to show which account this is' },
      { scope: 'offline_access', words: 'Stay connected until you end it' },
    ],
    write: {
      name: 'visits',
      label: 'Enter visits',
      words: 'Enters confirmed visits into a separate calendar, “Bookings by phone”, and into no other.',
      scopes: [{ scope: 'Calendars.ReadWrite', words: 'See and change events in all your calendars' }],
    },
    caution:
      'Microsoft has no permission for one calendar alone. With writing on, its page names all of them; we write only into the one that we made.',
    end: { place: 'My Apps, the app’s menu, Manage your application', url: 'https://myapps.microsoft.com/' },
  },
  slack: {
    label: 'Slack',
    kind: 'messages',
    reads: [{ what: 'The names of public channels', purpose: 'to find where your office talks' }],
    connect: { method: 'oauth' },
    scopes: [{ scope: 'channels:read', words: 'See the names of public channels, not what is written there' }],
    end: { place: 'Manage apps', url: 'https://slack.com/apps/manage' },
  },
  zapier: {
    label: 'Zapier',
    kind: 'automation',
    reads: [{ what: 'The names of Zaps that start with us', purpose: 'to show what runs after a call' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'profile', words: 'See your name, to show which account this is' },
      { scope: 'zap', words: 'See the Zaps that use this app' },
    ],
    end: { place: 'Settings', url: 'https://zapier.com/app/settings' },
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof PROVIDERS

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const CALENDAR_PROVIDERS = PROVIDER_NAMES.filter((name) => PROVIDERS[name].kind === 'calendar')

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)

export const providerOf = (name: ProviderName): Provider => PROVIDERS[name]

export function scopesFor(name: ProviderName, writes: boolean): string[] {
  const { scopes, write } = providerOf(name)
  return [...scopes, ...(writes ? (write?.scopes ?? []) : [])].map(({ scope }) => scope)
}
