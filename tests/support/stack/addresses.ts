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
}

const dataDir = resolve(root, offset === 0 ? '.data/test' : `.data/test-${offset}`)

/** The addresses of the stack under test: own ports and own data, so that `npm start` can keep running beside it. */
export const stack = settings({}, { ...PORTS, dataDir })

/** Where the tests of integrations start a server that stands for Google: the site is told of it when it starts. */
export const oauthServerPort = 3870 + offset
