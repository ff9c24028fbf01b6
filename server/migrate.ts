import { openDatabase } from '../lib/db/client.ts'
import { env } from '../lib/env.ts'
import { log } from '../lib/log/log.ts'

/*
 * Brings the tables up to date and ends: `node server/migrate.ts`, in the folder of the site. The site does so itself when it
 * starts; on its own it shows, before any process is replaced, whether the database takes the migration.
 */

const { close } = await openDatabase(env().databaseUrl)
await close()
log.info('The tables are up to date')
