import { main, step } from '../support/progress.ts'
import { loadSettings, root } from '../support/settings.ts'
import { generateTypes } from '../build/typegen.ts'

/** `npm run typegen`: writes sanity/types.ts anew after a change of the schema or of a query. */
await main(() => step('Writing sanity/types.ts', () => generateTypes(loadSettings(), root)))
