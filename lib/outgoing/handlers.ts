import { organizationName } from '../auth/organizations/people.ts'
import type { Env } from '../env.ts'
import { handOver } from '../voice/handover.ts'
import { deleteAtVendor } from '../voice/vendor-deletion.ts'
import type { Handlers } from './worker.ts'

/** What is told to the voice vendor, which takes a key. */
function voiceHandlers({ voice: { apiKey, apiUrl } }: Env): Handlers {
  if (!apiKey) return {}
  const api = { apiKey, apiUrl }
  return {
    'assistant-handover': handOver({ ...api, companyName: organizationName }),
    'vendor-deletion': deleteAtVendor(api),
  }
}

/** What does each kind of work, as far as what it needs is configured. What has no handler waits. */
export const handlersOf = (env: Env): Handlers => ({ ...voiceHandlers(env) })
