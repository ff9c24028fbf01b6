import { z } from 'zod'
import { ConfigurationError } from '../../local-server/index.ts'

type Scope = { scope: string; words: string }

type System = {
  label: string
  company: string
  client: 'client_secret_basic' | 'client_secret_post'
  scopes: readonly Scope[]
  /** True if the real system has a revocation endpoint. */
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
    scopes: [
      { scope: 'channels:read', words: 'View basic information about public channels' },
      { scope: 'chat:write', words: 'Send messages as the application' },
      { scope: 'chat:write.public', words: 'Send messages to channels that the application isn’t a member of' },
    ],
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

export const getSystem = (name: SystemName): System => SYSTEMS[name]

/* Public credentials. They start with "local-", so that an application can reject them in production. */

export const getClientCredentials = (name: SystemName): { clientId: string; clientSecret: string } => ({
  clientId: `local-client-of-${name}`,
  clientSecret: `local-secret-of-${name}`,
})

export const SERVICETITAN = {
  tenant: '5550100',
  clientId: 'local-key-of-servicetitan',
  clientSecret: 'local-secret-of-servicetitan',
  appKey: 'local-app-key-of-servicetitan',
} as const

const SYSTEM_PLACEHOLDER = '{system}'

export type SettingsInput = {
  redirect: string
  applicationName?: string | undefined
}

export type Settings = {
  applicationName: string
  getRedirectUrl: (system: SystemName) => string
}

export function readSettings({ redirect, applicationName = 'The application' }: SettingsInput): Settings {
  const isValidUrl = z.url({ protocol: /^https?$/ }).safeParse(redirect.replace(SYSTEM_PLACEHOLDER, 'system')).success
  if (!isValidUrl || !redirect.includes(SYSTEM_PLACEHOLDER)) {
    throw new ConfigurationError(
      `--redirect must be an http(s) URL that contains ${SYSTEM_PLACEHOLDER}, not "${redirect}"`,
    )
  }
  return { applicationName, getRedirectUrl: (system) => redirect.replace(SYSTEM_PLACEHOLDER, system) }
}

/** Returns the system from the first path segment, as in `/slack/api/auth.test`. */
export function parseSystemName(path: string): SystemName | undefined {
  const name = path.split('/', 2)[1] ?? ''
  return isSystemName(name) ? name : undefined
}

export const mapSystems = <Made>(create: (name: SystemName) => Made): Record<SystemName, Made> =>
  Object.fromEntries(SYSTEM_NAMES.map((name) => [name, create(name)])) as Record<SystemName, Made>
