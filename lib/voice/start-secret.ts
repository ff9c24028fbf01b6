/**
 * The header in which the voice vendor sends a secret when it asks what a call begins with. It signs no such request, but sends
 * headers that are set with it.
 * Source: https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */
export const START_SECRET_HEADER = 'x-voice-start-secret'
