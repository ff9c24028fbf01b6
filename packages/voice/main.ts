#!/usr/bin/env node
import { buildCommonFlags, parsePort, runServer } from '../local-server/index.ts'
import { startVoice } from './server.ts'
import { parsePostCallWebhook, parseStartWebhook } from './webhooks/post-call.ts'

await runServer({
  name: 'local-voice',
  description:
    'A local server that speaks the protocol of ElevenLabs’ voice agents, for development and tests. Calls are simulated, without speech. Its key is public: never expose it.',
  flags: {
    'api-key': { value: '<key>', env: 'VOICE_API_KEY', help: 'The key that requests send as xi-api-key; any text' },
    ...buildCommonFlags('VOICE', '3700', '.data/voice'),
    'start-webhook': {
      value: '<json>',
      env: 'VOICE_START_WEBHOOK',
      help: '{"url","headers"} of the webhook for incoming calls',
    },
    'post-call-webhook': {
      value: '<json>',
      env: 'VOICE_POST_CALL_WEBHOOK',
      help: '{"url","secret"} of the post-call webhook',
    },
  },
  examples: ['local-voice --api-key local-voice-key'],
  start: async (flags) => {
    const { 'start-webhook': start, 'post-call-webhook': postCall } = flags
    const voice = await startVoice({
      port: parsePort(flags.port),
      dataDir: flags.data,
      apiKey: flags['api-key'] ?? '',
      startWebhook: start === undefined ? undefined : parseStartWebhook(start),
      postCallWebhook: postCall === undefined ? undefined : parsePostCallWebhook(postCall),
    })
    return { message: `voice listening on ${new URL(voice.url).host}`, close: voice.close }
  },
})
