/**
 * Header with a shared secret. ElevenLabs does not sign requests at the start of a call, but it sends configured
 * headers. Source: https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */
export const START_SECRET_HEADER = 'x-voice-start-secret'
