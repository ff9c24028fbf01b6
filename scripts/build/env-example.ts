import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { INTEGRATION_VARIABLES } from '../../lib/dashboard/integrations/environment.ts'
import { variableNames } from '../../lib/platform/env/env.ts'
import { CLERK_VARIABLES } from '../support/settings.ts'

export const ENV_EXAMPLE_FILE = '.env.example'

const HEADER = `# Environment of a deployed site. Copy to .env.local, and remove the leading # of each variable that you set.
# \`npm start\` needs none of them. docs/going-live.md explains the values.
# Written by \`npm run generate\` from lib/platform/env/env.ts: do not edit.
`

/** Variables with an example value or a hint, by group. Integration variables are added from their provider table. */
const VARIABLE_GROUPS: Record<string, Record<string, string>> = {
  'Site, required': {
    SITE_URL: 'https://www.example.com',
    DATABASE_URL: 'postgres://user:password@host:5432/name',
    CONTACT_SECRET: 'at least 24 random characters',
    SANITY_PROJECT_ID: 'project id from sanity.io/manage',
    SANITY_API_READ_TOKEN: 'token with the Viewer role',
    SANITY_WEBHOOK_SECRET: 'at least 24 random characters',
  },
  Sanity: { SANITY_DATASET: 'production', SANITY_API_HOST: 'only for a Content Lake that is not hosted' },
  'Accounts (Clerk)': {
    NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_…',
    CLERK_SECRET_KEY: 'sk_live_…',
    CLERK_WEBHOOK_SIGNING_SECRET: 'whsec_…',
    CLERK_JWT_KEY: 'PEM public key, so that sessions are verified without a request',
    NEXT_PUBLIC_CLERK_PROXY_URL: 'https://www.example.com/__clerk',
    CLERK_FAPI_URL: 'only for tests',
    CLERK_API_URL: 'only for tests',
    STAFF_ORGANIZATION_ID: 'org_… of your own staff',
  },
  Email: {
    SMTP_URL: 'smtps://user:password@host:465',
    CONTACT_TO: 'office@example.com',
    MAIL_FROM: 'office@example.com',
    MAIL_OUTBOX: 'folder for emails as files, instead of SMTP_URL',
    CONTACT_WEBHOOK_URL: 'https://example.com/hooks/contact',
    CONTACT_WEBHOOK_SECRET: 'at least 24 random characters',
  },
  'Voice vendor': {
    VOICE_AGENT_ID: 'agent on public pages',
    VOICE_AGENT_SCRIPT_URL: 'only for another version of the widget',
    VOICE_AGENT_SCRIPT_INTEGRITY: 'sha384-…',
    VOICE_WEBHOOK_SECRET: 'secret of the post-call webhook',
    VOICE_START_SECRET: 'at least 24 random characters',
    VOICE_API_KEY: 'API key',
    VOICE_API_URL: 'https://api.elevenlabs.io',
  },
  'Push notifications': {
    PUSH_VAPID_PUBLIC_KEY: 'made by npx web-push generate-vapid-keys',
    PUSH_VAPID_PRIVATE_KEY: 'made by npx web-push generate-vapid-keys',
    PUSH_VAPID_SUBJECT: 'mailto:office@example.com',
  },
  'Edge cache': {
    EDGE_CACHE: 'varnish, fastly or cloudflare',
    VARNISH_URLS: 'http://127.0.0.1:6085',
    FASTLY_SERVICE_ID: 'service id',
    FASTLY_API_TOKEN: 'API token with purge_select',
    FASTLY_API_URL: 'https://api.fastly.com',
    CLOUDFLARE_ZONE_ID: 'zone id',
    CLOUDFLARE_API_TOKEN: 'API token with cache purge',
    CLOUDFLARE_API_URL: 'https://api.cloudflare.com/client/v4',
  },
  Process: {
    NODE_ENV: 'production',
    DATABASE_POOLER_URL: 'postgres://ductwise_site:password@host:6432/name',
    DATABASE_POOL_SIZE: '5',
    JOBS: 'in-process, or worker with npm run worker',
    TRUSTED_PROXIES: '0',
    SHUTDOWN_DELAY_SECONDS: '0',
  },
  Monitoring: {
    OPERATOR_TOKEN: 'at least 24 random characters',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_METRIC_EXPORT_INTERVAL: '60000',
    SENTRY_DSN: 'https://key@host/1',
    SENTRY_ENVIRONMENT: 'production',
  },
}

/** @throws if a variable is missing in `VARIABLE_GROUPS`, or if `VARIABLE_GROUPS` names an unknown variable */
export function buildEnvExample(): string {
  const integrations = Object.fromEntries(INTEGRATION_VARIABLES.map((name) => [name, '']))
  const groups = { ...VARIABLE_GROUPS, Integrations: integrations }
  const listedNames = new Set(Object.values(groups).flatMap((group) => Object.keys(group)))
  const knownNames = new Set([...variableNames, ...CLERK_VARIABLES, ...INTEGRATION_VARIABLES])
  const problems = [...listedNames.symmetricDifference(knownNames)]
  if (problems.length > 0)
    throw new Error(`scripts/build/env-example.ts does not match the code: ${problems.join(', ')}`)
  const sections = Object.entries(groups).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, value]) => `# ${name}=${value}`)
    return `\n## ${title}\n${lines.join('\n')}\n`
  })
  return HEADER + sections.join('')
}

export const writeEnvExample = (tree: string): void => writeFileSync(resolve(tree, ENV_EXAMPLE_FILE), buildEnvExample())
