import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'

export const measureResidentMegabytes = ({ pid }: ChildProcess): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024)
