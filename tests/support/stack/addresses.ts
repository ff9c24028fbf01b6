import { resolve } from 'node:path'
import { root, deriveSettings } from '../../../scripts/support/settings.ts'

/** Added to every port, so that two stacks can run side by side. */
const offset = Number(process.env.TEST_PORT_OFFSET || 0)

const PORTS = {
  sitePort: 3100 + offset,
  lakePort: 3990 + offset,
  studioPort: 3433 + offset,
  postgresPort: 5599 + offset,
  // Avoids port 3890: with an offset of 300, browsers and fetch block it.
  clerkPort: 3880 + offset,
  voicePort: 3740 + offset,
  systemsPort: 3870 + offset,
  mailPort: 3850 + offset,
  smtpPort: 3855 + offset,
}

const dataDir = resolve(root, offset === 0 ? '.data/test' : `.data/test-${offset}`)

/** Makes the Zapier integration unavailable, as if its setup were unfinished. */
const DISABLED_ZAPIER_ENV = { INTEGRATION_ZAPIER_CLIENT_ID: 'unfinished' }

/** Settings of the stack under test. Its own ports and data allow `npm start` to keep running. */
export const stack = deriveSettings(DISABLED_ZAPIER_ENV, { ...PORTS, dataDir })
