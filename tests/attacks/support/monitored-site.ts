import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Site, startSite } from '../../operate/support/sites.ts'
import { stack } from '../../support/stack/addresses.ts'

const preload = new URL('./watch-connections.ts', import.meta.url).href

type MonitoredSite = Site & {
  readLog: () => string[]
}

export async function startMonitoredSite(name: string, variables: Record<string, string>): Promise<MonitoredSite> {
  const file = resolve(stack.dataDir, `${name}.watched`)
  rmSync(file, { force: true })
  const site = await startSite({
    name,
    variables: { ...variables, NODE_OPTIONS: `--import=${preload}`, WATCH_FILE: file },
  })
  return { ...site, readLog: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []) }
}
