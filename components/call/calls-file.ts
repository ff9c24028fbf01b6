import { playCallsScript } from '@/lib/play-calls-script.ts'
import { scriptFile } from '../ui/script-file.ts'

/** What plays the sample calls of a page that a visitor came to without loading it. */
export const callsFile = scriptFile('calls', playCallsScript)
