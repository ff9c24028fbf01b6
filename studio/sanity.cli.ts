import { defineCliConfig } from 'sanity/cli'

import { stripRemoteAssets } from './strip-remote-assets.ts'

/** `SANITY_STUDIO_BASEPATH=/` builds for Sanity's own hosting (`sanity deploy`); otherwise the site serves the Studio. */
const basePath = process.env.SANITY_STUDIO_BASEPATH ?? '/studio'

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID,
    dataset: process.env.SANITY_STUDIO_DATASET ?? 'production',
  },
  project: process.env.SANITY_STUDIO_BASEPATH ? undefined : { basePath },
  deployment: { autoUpdates: false },
  server: { hostname: 'localhost', port: 3333 },
  schemaExtraction: { enforceRequiredFields: true, path: '.sanity/schema.json' },
  typegen: {
    path: '.sanity/queries/*.ts',
    schema: '.sanity/schema.json',
    generates: '../sanity/types.ts',
    overloadClientMethods: false,
  },
  vite: {
    plugins: basePath === '/' ? [] : [stripRemoteAssets()],
    // Not those of the site, whose configuration it would find and whose form it does not know.
    css: { postcss: { plugins: [] } },
    // Two hundred icons are otherwise two hundred requests of every page load.
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /@sanity[\\/]icons/ }] } } },
    },
  },
})
