/* This table is shown in the UI, so it contains no secrets. Endpoints are in `authorization-servers.ts`. */

export type Scope = { scope: string; words: string }

export type KeyField = { name: string; label: string; isSecret: boolean; hint?: string }

export type Provider = {
  label: string
  kind: 'calendar' | 'customers' | 'messages' | 'automation'
  reads: readonly { what: string; purpose: string }[]
  connect: { method: 'oauth' } | { method: 'key'; fields: readonly KeyField[]; steps: readonly string[] }
  /** Scopes for read access. Empty for API keys, whose permissions are set in the provider's account. */
  scopes: readonly Scope[]
  /** Additional scopes for write access. They are requested when an owner turns on writing. */
  write?: { name: string; label: string; words: string; scopes: readonly Scope[] }
  /** Warning about access that the scopes of the provider cannot exclude. */
  caution?: string
  /** Page of the provider where the owner revokes access. */
  end: { place: string; url: string }
}

const CUSTOMER_DATA = { what: 'Customer names, phone numbers, addresses and plans', purpose: 'to recognize members' }
const ESTIMATE_DATA = { what: 'Open estimates and dates', purpose: 'to follow up once' }
const BUSY_DATA = { what: 'Free/busy times only', purpose: 'to offer open times' }

export const PROVIDERS = {
  servicetitan: {
    label: 'ServiceTitan',
    kind: 'customers',
    reads: [CUSTOMER_DATA, { what: 'Open jobs and dates', purpose: 'to answer “when are you coming?”' }, ESTIMATE_DATA],
    connect: {
      method: 'key',
      fields: [
        { name: 'tenant', label: 'Tenant ID', isSecret: false, hint: 'Your company’s number in ServiceTitan.' },
        { name: 'clientId', label: 'Client ID', isSecret: false },
        { name: 'clientSecret', label: 'Client secret', isSecret: true },
      ],
      steps: [
        'In ServiceTitan, open Settings, Integrations, API Application Access, and connect this app there.',
        'Allow it to view only customers, jobs and estimates.',
        'Copy the client ID, create a client secret, and paste both here.',
      ],
    },
    scopes: [],
    end: { place: 'Settings, Integrations, API Application Access', url: 'https://go.servicetitan.com/' },
  },
  salesforce: {
    label: 'Salesforce',
    kind: 'customers',
    reads: [CUSTOMER_DATA],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'api', words: 'See the records that you can see' },
      { scope: 'refresh_token', words: 'Stay connected until you disconnect' },
    ],
    caution:
      'Salesforce has no read-only permission. Sign in as a user who can only view customers. We never send a request that changes anything.',
    end: { place: 'Setup, Connected Apps OAuth Usage', url: 'https://login.salesforce.com/' },
  },
  hubspot: {
    label: 'HubSpot',
    kind: 'customers',
    reads: [CUSTOMER_DATA, ESTIMATE_DATA],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'oauth', words: 'See the account’s number and time zone' },
      { scope: 'crm.objects.contacts.read', words: 'See contacts' },
      { scope: 'crm.objects.deals.read', words: 'See deals, which contain open estimates' },
    ],
    end: { place: 'Settings, Connected apps', url: 'https://app.hubspot.com/connected-apps' },
  },
  quickbooks: {
    label: 'QuickBooks',
    kind: 'customers',
    reads: [CUSTOMER_DATA, ESTIMATE_DATA],
    connect: { method: 'oauth' },
    scopes: [{ scope: 'com.intuit.quickbooks.accounting', words: 'See and change the company’s books' }],
    caution:
      'QuickBooks has a single permission for all of its books. We read only the company’s name, customers and estimates, never invoices, payments or employees. We never send a request that changes anything.',
    end: { place: 'Apps, My apps', url: 'https://qbo.intuit.com/app/apps/myapps' },
  },
  'google-workspace': {
    label: 'Google Workspace',
    kind: 'calendar',
    reads: [BUSY_DATA, { what: 'Calendar names', purpose: 'to let you choose which ones to check' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'https://www.googleapis.com/auth/calendar.freebusy', words: 'See when you’re busy, without details' },
      {
        scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        words: 'See the list of your calendars',
      },
    ],
    write: {
      name: 'visits',
      label: 'Add visits',
      words: 'Adds confirmed visits to a separate calendar, “Bookings by phone”. It can’t change any other calendar.',
      scopes: [
        {
          scope: 'https://www.googleapis.com/auth/calendar.app.created',
          words: 'Create a separate calendar and change only its events',
        },
      ],
    },
    end: { place: 'Google Account, Third-party connections', url: 'https://myaccount.google.com/connections' },
  },
  'microsoft-365': {
    label: 'Microsoft 365',
    kind: 'calendar',
    reads: [BUSY_DATA, { what: 'Calendar names', purpose: 'to let you choose which ones to check' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'Calendars.ReadBasic', words: 'See the times of your events, without text and attachments' },
      { scope: 'User.Read', words: 'See your name and email, to show which account is connected' },
      { scope: 'offline_access', words: 'Stay connected until you disconnect' },
    ],
    write: {
      name: 'visits',
      label: 'Add visits',
      words: 'Adds confirmed visits to a separate calendar, “Bookings by phone”, and to no other.',
      scopes: [{ scope: 'Calendars.ReadWrite', words: 'See and change events in all your calendars' }],
    },
    caution:
      'Microsoft has no permission for a single calendar. Its page lists all calendars, but we write only to the one we created.',
    end: { place: 'My Apps, the app’s menu, Manage your application', url: 'https://myapps.microsoft.com/' },
  },
  slack: {
    label: 'Slack',
    kind: 'messages',
    reads: [{ what: 'Public channel names', purpose: 'to let you choose where to post' }],
    connect: { method: 'oauth' },
    scopes: [{ scope: 'channels:read', words: 'See the names of public channels, not their messages' }],
    write: {
      name: 'messages',
      label: 'Post messages',
      words: 'Posts calls, bookings and a daily summary to a public channel that you choose. It can’t read messages.',
      scopes: [
        { scope: 'chat:write', words: 'Post messages' },
        { scope: 'chat:write.public', words: 'Post to public channels without an invitation' },
      ],
    },
    end: { place: 'Manage apps', url: 'https://slack.com/apps/manage' },
  },
  zapier: {
    label: 'Zapier',
    kind: 'automation',
    reads: [{ what: 'Names of Zaps triggered by Ductwise', purpose: 'to show what runs after a call' }],
    connect: { method: 'oauth' },
    scopes: [
      { scope: 'profile', words: 'See your name, to show which account is connected' },
      { scope: 'zap', words: 'See the Zaps that use this app' },
    ],
    end: { place: 'Settings', url: 'https://zapier.com/app/settings' },
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof PROVIDERS

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const CALENDAR_PROVIDERS = PROVIDER_NAMES.filter((name) => PROVIDERS[name].kind === 'calendar')

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)

export const getProvider = (name: ProviderName): Provider => PROVIDERS[name]

export function listScopes(name: ProviderName, writes: boolean): string[] {
  const { scopes, write } = getProvider(name)
  return [...scopes, ...(writes ? (write?.scopes ?? []) : [])].map(({ scope }) => scope)
}
