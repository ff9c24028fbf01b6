import { generate } from '../build/generated.ts'
import { main, step } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run generate`: writes the generated files. */
await main(() => step('Generating files', () => generate(loadSettings())))
