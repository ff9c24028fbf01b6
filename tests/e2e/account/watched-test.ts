import { closeAll } from '../site/visitor.ts'
import { test as base } from '../test.ts'
import { waitForStreamed } from './watch.ts'

/** The test of the account's pages. */
export const test = base.extend<{ closing: void }>({
  // A page that a test leaves open continues to poll the site for changes.
  closing: [
    async ({ browser }, use) => {
      await use()
      await closeAll({ browser })
    },
    { auto: true },
  ],
  page: async ({ page }, use) => use(waitForStreamed(page)),
})
