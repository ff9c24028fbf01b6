import { resolve } from 'node:path'
import { root, settings } from '../../../scripts/support/settings.ts'

/** Added to every port of the stack, so that two of them can be tested side by side. */
const offset = Number(process.env.TEST_PORT_OFFSET || 0)

const PORTS = {
  sitePort: 3100 + offset,
  lakePort: 3990 + offset,
  studioPort: 3433 + offset,
  postgresPort: 5599 + offset,
  // Not 3890: with an offset of 300 that is a port which browsers and fetch refuse.
  clerkPort: 3880 + offset,
  voicePort: 3740 + offset,
  systemsPort: 3870 + offset,
}

const dataDir = resolve(root, offset === 0 ? '.data/test' : `.data/test-${offset}`)

/** One system that is not offered, as where somebody has not finished setting it up. */
const WITHOUT_ZAPIER = { INTEGRATION_ZAPIER_CLIENT_ID: 'unfinished' }

/** The addresses of the stack under test: own ports and own data, so that `npm start` can keep running beside it. */
export const stack = settings(WITHOUT_ZAPIER, { ...PORTS, dataDir })
