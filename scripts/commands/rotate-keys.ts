import { openDatabase } from '../../lib/platform/db/client.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { rotateSecrets } from '../../lib/dashboard/integrations/rotate.ts'
import { resealEndpointSecrets } from '../../lib/dashboard/webhooks/rotate.ts'
import { main, UserError } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

const count = (secrets: number) => (secrets === 1 ? 'One secret' : `${secrets} secrets`)

/**
 * `npm run rotate-keys`: re-encrypts the credentials of connected systems and the secrets of webhooks with the first key of INTEGRATION_KEYS. The
 * other keys can then be removed.
 */
await main(async () => {
  const { env, site } = loadSettings()
  const { settings, problems } = parseIntegrations({ ...site, NODE_ENV: 'production' }, env.siteUrl)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  if (settings.keys.length === 0)
    throw new UserError('INTEGRATION_KEYS is missing: see "Integrations" in docs/going-live.md')
  const { db, close } = await openDatabase(env.databaseUrl)
  try {
    const { resealed, unreadable } = await rotateSecrets(db, settings, [resealEndpointSecrets])
    console.log(`✓ ${count(resealed)} encrypted with the first key; the others already were.`)
    if (unreadable === 0) return
    console.log(
      `! ${count(unreadable)} cannot be decrypted with any key in INTEGRATION_KEYS: their owners must reconnect, or rotate the secret of a webhook.`,
    )
  } finally {
    await close()
  }
})
