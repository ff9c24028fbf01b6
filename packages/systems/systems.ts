/** The systems that this server stands in for, with what their own pages say about each permission. */

export type Scope = { scope: string; words: string }

export type System = {
  label: string
  /** Who runs the real one. */
  company: string
  /** How an application shows who it is when it asks for tokens. */
  client: 'client_secret_basic' | 'client_secret_post'
  /** Permissions that somebody can allow; none where an application connects by a key. */
  scopes: readonly Scope[]
  /** Whether an application can end a permission by itself; undefined where the real one cannot be told either. */
  revocation?: true
}

export const SYSTEMS = {
  'google-workspace': {
    label: 'Google Workspace',
    company: 'Google',
    client: 'client_secret_post',
    scopes: [
      {
        scope: 'https://www.googleapis.com/auth/calendar.freebusy',
        words: 'View your availability in your calendars',
      },
      {
        scope: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        words: 'See the list of calendars you’re subscribed to',
      },
      {
        scope: 'https://www.googleapis.com/auth/calendar.app.created',
        words: 'Make secondary calendars, and see, create, change, and delete events on them',
      },
    ],
    revocation: true,
  },
  'microsoft-365': {
    label: 'Microsoft 365',
    company: 'Microsoft',
    client: 'client_secret_post',
    scopes: [
      { scope: 'Calendars.ReadBasic', words: 'Read basic details of your events' },
      { scope: 'Calendars.ReadWrite', words: 'Have full access to your calendars' },
      { scope: 'User.Read', words: 'Sign you in and read your profile' },
      { scope: 'offline_access', words: 'Keep access to what you have given it access to' },
    ],
  },
  hubspot: {
    label: 'HubSpot',
    company: 'HubSpot',
    client: 'client_secret_post',
    scopes: [
      { scope: 'oauth', words: 'See basic information about the account' },
      { scope: 'crm.objects.contacts.read', words: 'View properties and other details about contacts' },
      { scope: 'crm.objects.deals.read', words: 'View properties and other details about deals' },
    ],
    revocation: true,
  },
  salesforce: {
    label: 'Salesforce',
    company: 'Salesforce',
    client: 'client_secret_post',
    scopes: [
      { scope: 'api', words: 'Manage user data via APIs' },
      { scope: 'refresh_token', words: 'Perform requests at any time' },
    ],
    revocation: true,
  },
  quickbooks: {
    label: 'QuickBooks',
    company: 'Intuit',
    client: 'client_secret_basic',
    scopes: [{ scope: 'com.intuit.quickbooks.accounting', words: 'See and change the company’s books' }],
    revocation: true,
  },
  servicetitan: { label: 'ServiceTitan', company: 'ServiceTitan', client: 'client_secret_post', scopes: [] },
  slack: {
    label: 'Slack',
    company: 'Slack',
    client: 'client_secret_basic',
    scopes: [{ scope: 'channels:read', words: 'View basic information about public channels' }],
    revocation: true,
  },
  zapier: {
    label: 'Zapier',
    company: 'Zapier',
    client: 'client_secret_basic',
    scopes: [
      { scope: 'profile', words: 'See your name' },
      { scope: 'zap', words: 'See the Zaps that use this app' },
    ],
  },
} as const satisfies Record<string, System>

export type SystemName = keyof typeof SYSTEMS

export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[]

export const isSystemName = (name: string): name is SystemName => Object.hasOwn(SYSTEMS, name)

/** A system with the fields that not each of them has. */
export const systemOf = (name: SystemName): System => SYSTEMS[name]
