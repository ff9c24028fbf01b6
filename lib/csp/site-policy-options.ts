import { env } from '../env.ts'
import { voiceAgentSources } from '../voice-agent.ts'
import type { PolicyOptions } from './site-policy.ts'

/** What the environment says about the policy of public pages, stored or made for each request. */
export const sitePolicyOptions = (): Required<PolicyOptions> => ({
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: env().siteUrl.startsWith('https:'),
  additional: voiceAgentSources(env().voiceAgent),
})
