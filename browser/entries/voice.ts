import { startVoiceAgent } from '../voice-agent.ts'

startVoiceAgent()
