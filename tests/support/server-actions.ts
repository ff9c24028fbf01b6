import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { release } from './stack/stack.ts'

/** A server action of the build. `workers` are the pages that can run it. */
export type ServerAction = { id: string; exportedName: string; filename?: string; workers: Record<string, unknown> }

type Manifest = { node: Record<string, Omit<ServerAction, 'id'>> }

/**
 * Next's manifest of server actions and the pages that can run them. The tests assume that the build writes this file.
 */
const MANIFEST_FILE = '.next/server/server-reference-manifest.json'

export function readServerActions(): ServerAction[] {
  const { node } = JSON.parse(readFileSync(resolve(release, MANIFEST_FILE), 'utf8')) as Manifest
  return Object.entries(node).map(([id, action]) => ({ id, ...action }))
}

export const listSiteActions = (): ServerAction[] =>
  readServerActions().filter(({ filename }) => filename && !filename.includes('node_modules'))

/** Returns the ID of a server action. @throws if the build has no such action */
export function findActionId(name: string): string {
  const action = listSiteActions().find(({ exportedName }) => exportedName === name)
  if (!action) throw new Error(`The build has no server action called ${name}`)
  return action.id
}
