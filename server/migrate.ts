import { openDatabase } from '../lib/platform/db/client.ts'
import { env } from '../lib/platform/env/env.ts'
import { log } from '../lib/platform/log/log.ts'

/* Runs pending migrations and exits: `node server/migrate.ts`. Use it before a rollout; the site also migrates at startup. */

const { close } = await openDatabase(env().databaseUrl)
await close()
log.info('The tables are up to date')
