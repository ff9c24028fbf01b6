import { test as base } from '../test.ts'
import { waitForStreamed } from './watch.ts'

export const test = base.extend({
  page: async ({ page }, use) => use(waitForStreamed(page)),
})
