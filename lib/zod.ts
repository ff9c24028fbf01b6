import { z } from 'zod'

// Without code made of text, which the policy of the page refuses and zod would use to check faster.
z.config({ jitless: true })

/** zod for schemas that are used in the browser, too. */
export { z }
