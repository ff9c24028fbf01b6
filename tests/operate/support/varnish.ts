import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { root } from '../../../scripts/support/settings.ts'
import { createProgramFolder, startProgram } from './programs.ts'

export type Varnish = {
  url: string
  /** Purge URL, which only the sites can access. */
  purgeUrl: string
  /** Returns a Varnish counter, such as `MAIN.backend_req`. */
  count: (name: string) => number
  stop: () => Promise<void>
}

const PROCESSES_SECTION_PATTERN = /# --- Processes of the site[\s\S]*?# --- End of the processes ---/
const BACKEND_SECTION_PATTERN = /backend site1 \{[\s\S]*?\n\}\n/

function buildConfiguration(ports: number[], host: string): string {
  const file = readFileSync(resolve(root, 'deploy/varnish/default.vcl'), 'utf8')
  const [processes = ''] = PROCESSES_SECTION_PATTERN.exec(file) ?? []
  const [backend = ''] = BACKEND_SECTION_PATTERN.exec(processes) ?? []
  const backends = ports.map((port, index) =>
    backend.replace('site1', `site${index + 1}`).replace('3000', String(port)),
  )
  const addCalls = ports.map((_, index) => `  sites.add_backend(site${index + 1});`)
  const newProcesses = processes
    .replace(backend, backends.join('\n'))
    .replace('  sites.add_backend(site1);', addCalls.join('\n'))
  return file.replace(processes, newProcesses).replaceAll('.host = "127.0.0.1"', `.host = "${host}"`)
}

/** Starts Varnish on `port` for visitors, with the sites at `host` and `ports` as backends. */
export async function startVarnish(
  ports: number[],
  port: number,
  purgePort: number,
  host = 'localhost',
): Promise<Varnish> {
  const folder = createProgramFolder(`varnish-${port}`)
  const file = resolve(folder, 'default.vcl')
  writeFileSync(file, buildConfiguration(ports, host))
  const { stop } = await startProgram({
    name: `varnish-${port}`,
    command: '/usr/sbin/varnishd',
    args: [
      '-F',
      `-n${folder}`,
      `-f${file}`,
      '-smalloc,128m',
      '-phttp_gzip_support=off',
      `-T127.0.0.1:${await findFreePort()}`,
      `-avisitors=127.0.0.1:${port},HTTP`,
      `-apurges=127.0.0.1:${purgePort},HTTP`,
    ],
    port,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    purgeUrl: `http://127.0.0.1:${purgePort}`,
    count: (name) => {
      const line = execFileSync('varnishstat', ['-n', folder, '-1', '-f', name], { encoding: 'utf8' })
      return Number(line.trim().split(/\s+/)[1])
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
