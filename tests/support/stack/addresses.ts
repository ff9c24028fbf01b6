import { resolve } from 'node:path'
import { root, settings } from '../../../scripts/support/settings.ts'

/** Added to every port, so that two stacks can run side by side. */
const offset = Number(process.env.TEST_PORT_OFFSET || 0)

const PORTS = {
  sitePort: 3100 + offset,
  lakePort: 3990 + offset,
  studioPort: 3433 + offset,
  postgresPort: 5599 + offset,
  // Not 3890: plus 300, browsers and fetch block it.
  clerkPort: 3880 + offset,
  voicePort: 3740 + offset,
  systemsPort: 3870 + offset,
}

const dataDir = resolve(root, offset === 0 ? '.data/test' : `.data/test-${offset}`)

/** An integration that is not offered, as when its setup is unfinished. */
const WITHOUT_ZAPIER = { INTEGRATION_ZAPIER_CLIENT_ID: 'unfinished' }

/** Addresses of the stack under test; separate ports and data, so that `npm start` can keep running. */
export const stack = settings(WITHOUT_ZAPIER, { ...PORTS, dataDir })
