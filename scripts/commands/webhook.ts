import { main, UserError } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'
import { applyWebhook, formatWebhook } from '../support/webhook.ts'

const RESULT_MESSAGES = {
  created: 'The webhook was created.',
  updated: 'The webhook was updated.',
  unchanged: 'The webhook is up to date.',
}

/**
 * `npm run webhook`: prints the hosted project's webhook settings. With SANITY_MANAGE_TOKEN or `--apply` it also
 * creates or updates the webhook.
 */
await main(async () => {
  const { env, hosted } = loadSettings()
  console.log(`The webhook of ${env.siteUrl} in project ${env.projectId}:\n\n${formatWebhook(env)}`)
  const token = process.env.SANITY_MANAGE_TOKEN
  const shouldApply = process.argv.includes('--apply')
  if (!token && !shouldApply) return
  if (!hosted) {
    throw new UserError(
      'The content is in the local Content Lake, which already has this webhook. Set SANITY_PROJECT_ID and the other variables of your hosted project first.',
    )
  }
  if (!token) {
    throw new UserError(
      'Set SANITY_MANAGE_TOKEN to a token of a project administrator (API > Tokens at sanity.io/manage).',
    )
  }
  console.log(`✓ ${RESULT_MESSAGES[await applyWebhook(env, token)]}`)
})
