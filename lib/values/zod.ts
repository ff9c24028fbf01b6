import { z } from 'zod'

// Without `eval`, which the CSP blocks.
z.config({ jitless: true })

/** zod for schemas that also run in the browser. */
export { z }
