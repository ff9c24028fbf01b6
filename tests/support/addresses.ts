import { resolve } from 'node:path'
import { root, settings } from '../../scripts/support/settings.ts'

const PORTS = { sitePort: 3100, lakePort: 3990, studioPort: 3433 }

/** The addresses of the stack under test: own ports and own data, so that `npm start` can keep running beside it. */
export const stack = settings({}, { ...PORTS, dataDir: resolve(root, '.data/test') })
