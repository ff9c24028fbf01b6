/**
 * ElevenLabs does not sign call start requests but sends configured headers. Source:
 * https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */
export const START_SECRET_HEADER = 'x-voice-start-secret'
