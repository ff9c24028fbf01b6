import { expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { measureLiveMegabytes } from '../../support/stack/live-memory.ts'
import { test } from '../test.ts'
import { openSignedIn } from './sign-in.ts'

const PATHS = ['/dashboard', '/dashboard/calls', '/dashboard/leads', '/dashboard/callers', '/dashboard/settings/log']

const FIRST_VIEWS = 10
const TOTAL_VIEWS = 40

/** Maximum growth of the heap. Each leaked view would add about 0.1 MB. */
const MAX_NEW_MEGABYTES = 10

test('dashboard views do not leak server memory', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  const measureAfterViews = async (count: number) => {
    for (let index = 0; index < count * PATHS.length; index += 1) {
      const path = PATHS[index % PATHS.length] ?? ''
      expect((await page.request.get(path)).status(), path).toBe(200)
    }
    return measureLiveMegabytes()
  }
  const megabytesBefore = await measureAfterViews(FIRST_VIEWS)
  const megabytesAfter = await measureAfterViews(TOTAL_VIEWS)
  test.info().annotations.push({
    type: 'before and after',
    description: JSON.stringify({ before: megabytesBefore, after: megabytesAfter }),
  })
  expect(megabytesAfter - megabytesBefore).toBeLessThan(MAX_NEW_MEGABYTES)
})
