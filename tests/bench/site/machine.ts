import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, totalmem, type } from 'node:os'
import { resolve } from 'node:path'
import { root } from '../../../scripts/support/settings.ts'
import { findToolVersion } from './tools.ts'

export type Machine = {
  system: string
  processor: string
  cores: number
  gigabytes: number
  versions: Record<string, string>
}

const readPackageVersion = (name: string, folder = 'node_modules') =>
  (JSON.parse(readFileSync(resolve(root, folder, name, 'package.json'), 'utf8')) as { version: string }).version

export function describeMachine(chromium: string | undefined): Machine {
  const versions = {
    Node: process.versions.node,
    Next: readPackageVersion('next'),
    React: readPackageVersion('react'),
    Lighthouse: readPackageVersion('lighthouse', 'scripts/tools/node_modules'),
    Chromium: chromium,
    nginx: findToolVersion('nginx'),
    wrk: findToolVersion('wrk'),
  }
  return {
    system: `${type()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 1_024 ** 3),
    versions: Object.fromEntries(
      Object.entries(versions).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  }
}
