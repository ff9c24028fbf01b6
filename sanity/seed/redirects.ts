import { DOCUMENTATION_ROOT } from '../../lib/routes.ts'
import type { SeedDocument } from './types.ts'

/** Two examples: a short address for print, and one that used to exist. */
export const redirects: SeedDocument[] = [
  { _id: 'redirect-ai-sdr', _type: 'redirect', source: '/ai-sdr', destination: '/hvac-ai-sdr', permanent: true },
  { _id: 'redirect-docs', _type: 'redirect', source: '/docs', destination: DOCUMENTATION_ROOT, permanent: false },
]
