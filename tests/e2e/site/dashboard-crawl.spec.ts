import { expect } from '@playwright/test'
import { AREAS } from '../../../lib/auth/access-table.ts'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { pressEverything } from '../../support/pages/press-everything.ts'
import { clerkReady } from '../account/clerk-pages.ts'
import { openSignedIn } from '../account/sign-in.ts'
import { test } from '../test.ts'

/** Opens every screen that an owner has in the dashboard, and presses every control. The fixture of `test` reports what goes wrong. */

/** Controls that end the session or the account, and what Clerk deletes at a second press in the same place. */
const SKIPPED = 'sign out|leave organization|delete|remove'

const PATHS = [...new Set(Object.values(AREAS).map(({ path }) => path))].filter((path) => path !== AREAS.lines.path)

for (const width of [1440, 390]) {
  test(`every screen of the dashboard works at ${width} px when every control is pressed`, async ({ page }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: 900 })
    await openSignedIn(page, sampleAccounts.owner)
    for (const path of PATHS) {
      await page.goto(path)
      await clerkReady(page)
      await expect(page.locator('main output[aria-label^="Loading"]')).toHaveCount(0)
      await pressEverything(page, 'main', SKIPPED)
    }
  })
}
