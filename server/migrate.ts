import { openDatabase } from '../lib/platform/db/client.ts'
import { env } from '../lib/platform/env/env.ts'
import { log } from '../lib/platform/log/log.ts'

/*
 * Runs pending migrations and exits. Run it before a rollout: `node server/migrate.ts`. The site also migrates at
 * startup.
 */

const { close } = await openDatabase(env().databaseUrl)
await close()
log.info('postgres: schema up to date')
