import { resolve } from 'node:path'
import { prepareTemplate } from '@ductwise/postgres'
import { writeBrowserBundles } from '../../scripts/build/browser-bundles.ts'
import { root } from '../../scripts/support/settings.ts'

export async function setup(): Promise<void> {
  await Promise.all([writeBrowserBundles(), prepareTemplate(resolve(root, '.data/test'))])
}
