import { relative } from 'node:path'
import { type Settings, root } from './settings.ts'

/** Where the messages of the contact form go by mail. */
function mailPlace({ mail }: Settings['env']['contact']): string {
  if (!mail) return 'none: messages wait in the database'
  if (mail.smtpUrl) return `to ${mail.to} by ${new URL(mail.smtpUrl).host}`
  return `to ${mail.to}, as files in ${relative(root, mail.outbox ?? '') || '.'}/`
}

/** Tells where everything is and how to sign in. */
export function announce(
  { env, hosted, hostedDatabase, sitePort, postgresPort }: Settings,
  studioUrl = `${env.siteUrl}/studio`,
): void {
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
    ...(hosted
      ? []
      : [
          [
            'Sign in',
            'press "Local login" in the Studio and choose Local Administrator, Editor or Viewer; no password',
          ],
        ]),
    ['Stop', 'Ctrl-C'],
  ]
  console.log(`\n${lines.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`).join('\n')}\n`)
}
