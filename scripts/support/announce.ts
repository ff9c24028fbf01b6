import { isIPv6 } from 'node:net'
import { relative } from 'node:path'
import { isLoopback } from '../../lib/platform/env/env.ts'
import { missingVariables, parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { accountReport, parseAccountEnv } from '../../lib/platform/auth/environment.ts'
import { systemsUrl } from './local-systems.ts'
import { sampleAccounts, samplePassword } from './sample-accounts.ts'
import { clerkOutbox } from './services.ts'
import { type Settings, clerkUrl, root, voiceUrl } from './settings.ts'

const folder = (path: string) => `${relative(root, path) || '.'}/`

function mailPlace({ mail }: Settings['env']['contact']): string {
  if (!mail) return 'off; messages wait in the database'
  if (mail.smtpUrl) return `to ${mail.to} via ${new URL(mail.smtpUrl).host}`
  return `to ${mail.to}, saved as files in ${folder(mail.outbox ?? '')}`
}

const accountState = ({ site, env }: Settings) => parseAccountEnv({ ...site, NODE_ENV: 'production' }, env.siteUrl)

/** Prints a warning if sign-in is misconfigured. The site still builds and runs. */
export function warnOfAccounts(settings: Settings): void {
  const report = accountReport(accountState(settings))
  if (report) console.error(`\n${report}`)
}

function warnOfNetwork({ sampleKeys, host }: Settings): void {
  if (!sampleKeys || !host || isLoopback(`http://${isIPv6(host) ? `[${host}]` : host}`)) return
  console.error(
    `\n! HOST=${host}: anyone on the same network can reach this site and its sample accounts, whose password and keys are public.`,
  )
}

function accountLines(settings: Settings): string[][] {
  const { localClerk, env } = settings
  if (!localClerk) return [['Accounts', accountState(settings).env ? 'hosted Clerk' : 'off, see above']]
  const { owner, member, staff } = sampleAccounts
  return [
    [
      'Accounts',
      `${clerkUrl(settings)} (local Clerk); codes and invitations are saved as files in ${folder(clerkOutbox(settings))}`,
    ],
    ['Owner', `${env.siteUrl}/login: ${owner}, password ${samplePassword}`],
    ['', `${member} (member) and ${staff} (staff, sets up lines) have the same password`],
  ]
}

function systemLines(settings: Settings): string[][] {
  const { settings: parsed } = parseIntegrations(settings.site, settings.env.siteUrl)
  const missing = missingVariables(parsed)
  return [
    ...(settings.localSystems
      ? [
          [
            'Systems',
            `${systemsUrl(settings)} (local calendars, CRMs and other integrations; connect them as an owner)`,
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
  const here = `http://localhost:${sitePort}`
  const lines = [
    ['Site', env.siteUrl === here ? here : `${env.siteUrl}, listening on ${here}`],
    ['Studio', studioUrl],
    [
      'Content',
      hosted ? `hosted project ${env.projectId}, dataset ${env.dataset}` : `${env.apiHost} (local Content Lake)`,
    ],
    ['Database', hostedDatabase ? 'the Postgres of DATABASE_URL' : `127.0.0.1:${postgresPort} (local Postgres)`],
    ['Mail', mailPlace(env.contact)],
    ...(localVoice
      ? [['Calls', `${voiceUrl(settings)} (local voice vendor); simulate calls with npm run simulate`]]
      : []),
    ...accountLines(settings),
    ...systemLines(settings),
    ...(hosted
      ? []
      : [
          ['Editor', 'click "Local login" in the Studio and choose Local Administrator, Editor or Viewer; no password'],
        ]),
    ['Stop', 'Ctrl-C'],
  ]
  warnOfAccounts(settings)
  warnOfNetwork(settings)
  console.log(`\n${lines.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`).join('\n')}\n`)
}
