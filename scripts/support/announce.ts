import { isIPv6 } from 'node:net'
import { isLoopback } from '../../lib/platform/env/env.ts'
import { listMissingVariables, parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { formatAccountReport, parseAccountEnv } from '../../lib/platform/auth/environment.ts'
import { getSystemsUrl } from './local-systems.ts'
import { sampleAccounts, samplePassword } from './sample-accounts.ts'
import { type Settings, getClerkUrl, getInboxUrl, getVoiceUrl } from './settings.ts'

function formatMailLine(settings: Settings): string[] {
  if (settings.localMail) return ['Inbox', `${getInboxUrl(settings)}  all emails, sign-in codes and invitations`]
  const { mail } = settings.env.contact
  return ['Mail', mail ? `via ${new URL(mail.smtpUrl).host}` : 'off; messages wait in the database']
}

const readAccountState = ({ site, env }: Settings) => parseAccountEnv({ ...site, NODE_ENV: 'production' }, env.siteUrl)

/** Prints a warning if sign-in is misconfigured. The site still builds and runs. */
export function warnAboutAccounts(settings: Settings): void {
  const report = formatAccountReport(readAccountState(settings))
  if (report) console.error(`\n${report}`)
}

function warnAboutNetwork({ sampleKeys, host }: Settings): void {
  if (!sampleKeys || !host || isLoopback(`http://${isIPv6(host) ? `[${host}]` : host}`)) return
  console.error(
    `\n! HOST=${host}: anyone on the same network can reach this site and its sample accounts, whose password and keys are public.`,
  )
}

function formatAccountLines(settings: Settings): string[][] {
  const { localClerk, env } = settings
  if (!localClerk) return [['Accounts', readAccountState(settings).env ? 'hosted Clerk' : 'off, see above']]
  const { owner, member, staff } = sampleAccounts
  return [
    ['Accounts', `${getClerkUrl(settings)} (local Clerk)`],
    ['Owner', `${env.siteUrl}/login: ${owner}, password ${samplePassword}`],
    ['', `${member} (member) and ${staff} (staff, sets up lines) have the same password`],
  ]
}

function formatSystemLines(settings: Settings): string[][] {
  const { settings: integrationSettings } = parseIntegrations(settings.site, settings.env.siteUrl)
  const missing = listMissingVariables(integrationSettings)
  return [
    ...(settings.localSystems
      ? [
          [
            'Systems',
            `${getSystemsUrl(settings)} (local calendars, CRMs and other integrations; connect them as an owner)`,
          ],
        ]
      : []),
    ...missing.map(({ label, names }, index) => [
      index === 0 && !settings.localSystems ? 'Systems' : '',
      `${label} is off: set ${names.join(', ')}`,
    ]),
  ]
}

export function announce(settings: Settings, studioUrl = `${settings.env.siteUrl}/studio`): void {
  const { env, hosted, hostedDatabase, localVoice, sitePort, postgresPort } = settings
  const localUrl = `http://localhost:${sitePort}`
  const lines = [
    ['Site', env.siteUrl === localUrl ? localUrl : `${env.siteUrl}, listening on ${localUrl}`],
    ['Studio', studioUrl],
    [
      'Content',
      hosted ? `hosted project ${env.projectId}, dataset ${env.dataset}` : `${env.apiHost} (local Content Lake)`,
    ],
    ['Database', hostedDatabase ? 'the Postgres server in DATABASE_URL' : `127.0.0.1:${postgresPort} (local Postgres)`],
    formatMailLine(settings),
    ...(localVoice
      ? [['Calls', `${getVoiceUrl(settings)} (local voice vendor); simulate calls with npm run simulate`]]
      : []),
    ...formatAccountLines(settings),
    ...formatSystemLines(settings),
    ...(hosted
      ? []
      : [
          [
            'Editor',
            'click "Local login" in the Studio and choose Local Administrator, Editor or Viewer; no password needed',
          ],
        ]),
    ['Stop', 'Ctrl-C'],
  ]
  warnAboutAccounts(settings)
  warnAboutNetwork(settings)
  console.log(`\n${lines.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`).join('\n')}\n`)
}
