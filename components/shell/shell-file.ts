import { shellScript } from '@/lib/shell-script.ts'
import { VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT } from '@/lib/voice-agent.ts'
import { startVoiceAgent } from '../voice/start-voice-agent.ts'

const given = [VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT].map((value) => JSON.stringify(value)).join()

/** It may arrive before the page is complete, because it does not wait for it. */
const code = `(() => {
const start = () => {
${shellScript}
;(${startVoiceAgent.toString()})(${given})
}
document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', start) : start()
})()
`

/**
 * What controls of every page need before, and without, hydration: one small file that browsers keep. Its name changes
 * with every build. Not with its content: each bundle of a build has a text of its own for a function.
 */
export const shellFile = { name: `shell-${process.env.BUILD_STAMP}.js`, code }

export const shellFilePath = `/scripts/${shellFile.name}`
