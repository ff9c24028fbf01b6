import { generate } from '../build/generated.ts'
import { main, runStep } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run generate`: writes the generated files. */
await main(() => runStep('Generating files', () => generate(loadSettings())))
