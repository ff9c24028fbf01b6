import { startVoiceAgent } from '../voice-agent.ts'

/* The file of the voice agent, which a page loads when somebody turns to its launcher. */
startVoiceAgent()
