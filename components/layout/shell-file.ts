import { shellScript } from '@/lib/shell-script.ts'
import { VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT } from '@/lib/voice-agent.ts'
import { scriptFile } from '../ui/script-file.ts'
import { startVoiceAgent } from '../voice/start-voice-agent.ts'

const given = [VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT].map((value) => JSON.stringify(value)).join()

/** What controls of every page need. */
export const shellFile = scriptFile('shell', `${shellScript}\n;(${startVoiceAgent.toString()})(${given})`)
