import { defineCliConfig } from 'sanity/cli'

import { stripRemoteAssets } from './strip-remote-assets.ts'

/**
 * Base path of the Studio. By default, the site serves the Studio; `sanity deploy` requires `SANITY_STUDIO_BASEPATH=/`.
 */
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
    // Prevents Vite from loading the site's PostCSS configuration, which Vite cannot read.
    css: { postcss: { plugins: [] } },
    // Bundles all icons into one chunk to avoid about 200 requests.
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /@sanity[\\/]icons/ }] } } },
    },
  },
})
