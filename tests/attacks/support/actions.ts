import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { release } from '../../support/stack/stack.ts'

type Manifest = { node: Record<string, { exportedName: string }> }

/** The ids of the site's server actions by name. Assumption, as in tests/e2e/security/server-actions.spec.ts: the build lists them in this file. */
export function actionIds(): Record<string, string> {
  const file = resolve(release, '.next/server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return Object.fromEntries(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]))
}
