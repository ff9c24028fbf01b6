import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Variable with the path of a template, for every server that is started below a process. */
const TEMPLATE = 'POSTGRES_TEMPLATE'

/** Names the version of PGlite, because another one may not read these files. */
function fileName(): string {
  const manifest = readFileSync(findPackageJSON('@electric-sql/pglite', import.meta.url)!, 'utf8')
  return `postgres-${(JSON.parse(manifest) as { version: string }).version}.tar`
}

/**
 * Writes an empty database into a file of a folder, unless it is there, and lets all servers that this process and its
 * children start begin with a copy: that takes a fifth of the time. For test suites.
 */
export async function useTemplate(folder: string): Promise<void> {
  const file = join(folder, fileName())
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const db = await PGlite.create()
    const files = await db.dumpDataDir('none')
    await db.close()
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()))
    renameSync(unfinished, file)
  }
  process.env[TEMPLATE] = file
}

/** Opens the database of a folder, or one in memory; a new one starts from the template, where there is one. */
export async function openDatabase(dataDir: string | undefined): Promise<PGlite> {
  const template = process.env[TEMPLATE]
  const isNew = !dataDir || !existsSync(join(dataDir, 'PG_VERSION'))
  return PGlite.create({
    ...(dataDir && { dataDir }),
    ...(isNew && template && { loadDataDir: new Blob([await readFile(template)]) }),
  })
}
