export { startVoice, type Voice, type VoiceOptions } from './server.ts'
export type { PostCallWebhook, StartWebhook } from './webhooks/post-call.ts'
