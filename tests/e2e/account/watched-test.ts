import { test as base } from '@playwright/test'
import { closeAll } from '../site/visitor.ts'
import { expectNoViolation, waitForStreamed, watchPolicy } from './watch.ts'

/** Every browser of these tests is watched, and none may have broken a policy when its test ends. */
export const test = base.extend<{ closing: void }>({
  // A page that a test leaves open goes on asking the site for what changes.
  closing: [
    async ({ browser }, use) => {
      await use()
      await closeAll({ browser })
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await watchPolicy(page.context())
    await use(waitForStreamed(page))
    expectNoViolation(page)
  },
})
