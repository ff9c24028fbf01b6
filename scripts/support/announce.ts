import type { Settings } from './settings.ts'

/** Tells where everything is and how to sign in. */
export function announce({ env, hosted, sitePort }: Settings, studioUrl = `${env.siteUrl}/studio`): void {
  const here = `http://localhost:${sitePort}`
  const lines = [
    ['Site', env.siteUrl === here ? here : `${env.siteUrl}, listening on ${here}`],
    ['Studio', studioUrl],
    [
      'Content',
      hosted ? `hosted project ${env.projectId}, dataset ${env.dataset}` : `${env.apiHost} (local Content Lake)`,
    ],
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
  console.log(`\n${lines.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n')}\n`)
}
