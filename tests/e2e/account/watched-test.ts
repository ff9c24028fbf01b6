import { test as base } from '@playwright/test'
import { expectNoViolation, waitForStreamed, watchPolicy } from './watch.ts'

/** Every browser of these tests is watched, and none may have broken a policy when its test ends. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await watchPolicy(page.context())
    await use(waitForStreamed(page))
    expectNoViolation(page)
  },
})
