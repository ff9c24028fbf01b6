import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { main, UserError } from '../support/progress.ts'
import { COMPANY } from '../support/sample-data/content.ts'
import { loadSettings, getVoiceUrl } from '../support/settings.ts'
import { placeVendorCall, simulateCall } from '../support/simulate.ts'

const USAGE = 'Usage: npm run simulate -- [--count <calls>] [--every <seconds>]'

function parseWholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new UserError(`--${name} must be a whole number, 1 or greater.\n${USAGE}`)
}

/** `npm run simulate`: sends a simulated call to the running site every 20 seconds. */
await main(async () => {
  const { values } = parseArgs({ options: { count: { type: 'string' }, every: { type: 'string', default: '20' } } })
  const count = values.count === undefined ? Number.POSITIVE_INFINITY : parseWholeNumber('count', values.count)
  const pauseMs = parseWholeNumber('every', values.every) * 1000
  const settings = loadSettings()
  const { env } = settings
  if (!env.voice.webhookSecret) throw new UserError('VOICE_WEBHOOK_SECRET is missing: calls cannot be signed.')
  const line = {
    siteUrl: env.siteUrl,
    secret: env.voice.webhookSecret,
    agentId: COMPANY.settings.voiceAgentId,
    zone: COMPANY.settings.timeZone,
  }
  const voice = settings.localVoice && { url: getVoiceUrl(settings), apiKey: env.voice.apiKey ?? '' }
  const placeCall = () => (voice ? placeVendorCall(line, voice) : simulateCall(line))
  for (let call = 1; call <= count; call += 1) {
    console.log(`Call ${call}: ${await placeCall()}`)
    if (call < count) await wait(pauseMs)
  }
})
