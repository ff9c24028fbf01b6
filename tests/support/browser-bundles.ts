import { writeBrowserBundles } from '../../scripts/build/browser-bundles.ts'

/** Writes what many modules of the site import, before any test runs. */
export const setup = writeBrowserBundles
