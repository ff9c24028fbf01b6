import { test as base } from '../test.ts'
import { waitForStreaming } from './watch.ts'

export const test = base.extend({
  page: async ({ page }, use) => use(waitForStreaming(page)),
})
