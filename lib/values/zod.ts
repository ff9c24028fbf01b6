import { z } from 'zod'

// JIT compilation is off, because it needs `eval`, which the CSP blocks.
z.config({ jitless: true })

/** zod for schemas that also run in browsers. */
export { z }
