import { expect, type Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { AREAS } from '../../../lib/auth/access-table.ts'
import { appointments, calls, leads } from '../../../lib/db/schema/index.ts'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { clerkReady } from './clerk-pages.ts'
import { clerk, newBrowser } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './watched-test.ts'

/*
 * What is pressed is at least 24 by 24 pixels large, as WCAG 2.5.8 asks, also where its exception for what has room around
 * it would do. Links inside of a sentence are excepted, and Clerk's own parts, whose sizes are not ours.
 */

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const LEAST = 24

/** What on a page is smaller: its size, and how it begins. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const PRESSED =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch]'
    /** Words beside it that are no target themselves. */
    const isInSentence = (target: Element) => {
      if (target.tagName !== 'A' && target.tagName !== 'BUTTON') return false
      if (!getComputedStyle(target).display.startsWith('inline')) return false
      const around = target.closest('p, li, dd, td, th, label, figcaption')
      const others = [...(around?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
      return others.some((node) => /\p{L}{2}/u.test(node.textContent ?? ''))
    }
    /** Its box, or what it lays over the row or the card that it opens. */
    const boxOf = (target: Element) => {
      const { position, content, top, left } = getComputedStyle(target, '::after')
      const covers = content !== 'none' && position === 'absolute' && top === '0px' && left === '0px'
      const covered = covers && target instanceof HTMLElement ? target.offsetParent : null
      const label = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type) ? null : covered
      return (label ?? target).getBoundingClientRect()
    }
    return [...document.querySelectorAll(PRESSED)]
      .filter((target) => target.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((target) => !target.closest('[class*="cl-"], [inert], [aria-hidden=true]') && !isInSentence(target))
      .flatMap((target) => {
        const { width, height, right, bottom } = boxOf(target)
        // Skip links wait outside of the page, and what only screen readers reach is a pixel large.
        if (right <= 0 || bottom <= 0 || width <= 1 || height <= 1) return []
        if (width >= least && height >= least) return []
        return [`${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10}: ${target.outerHTML.slice(0, 160)}`]
      })
  }, LEAST)

/** Pages of single rows, of the sample company. */
async function pagesOfRows(): Promise<string[]> {
  const { data } = await clerk.organizations.getOrganizationList({ query: 'Sample Heating' })
  const organizationId = data[0]?.id ?? ''
  return within({ organizationId }, async ({ db }) => {
    const [call] = await db.select({ id: calls.id }).from(calls).where(eq(calls.outcome, 'booked')).limit(1)
    const [lead] = await db.select({ id: leads.id }).from(leads).orderBy(desc(leads.createdAt)).limit(1)
    const [visit] = await db.select({ id: appointments.id }).from(appointments).limit(1)
    return [
      `${AREAS.calls.path}/${call?.id}`,
      `${AREAS.leads.path}/${lead?.id}`,
      `${AREAS.appointments.path}?visit=${visit?.id}`,
      `${AREAS.appointments.path}?view=list`,
      `${AREAS.appointments.path}?new`,
      `${AREAS.appointments.path}?subscribe`,
      `${AREAS.calls.path}?counted=true&from=2026-03-08T07:14:00Z`,
      `${AREAS.account.path}/security`,
    ]
  })
}

for (const size of WINDOWS) {
  test(`what is pressed is at least ${LEAST} pixels large, at a width of ${size.width}`, async ({ browser }) => {
    const page = await newBrowser(browser)
    await page.setViewportSize(size)
    await openSignedIn(page, sampleAccounts.owner)
    const found: Record<string, string[]> = {}
    for (const path of [...new Set(Object.values(AREAS).map((area) => area.path)), ...(await pagesOfRows())]) {
      await page.goto(path)
      await clerkReady(page)
      await expect(page.locator('main output[aria-label^="Loading"]')).toHaveCount(0)
      const small = await smallTargets(page)
      if (small.length > 0) found[path] = [...new Set(small)]
    }
    expect(found).toEqual({})
  })
}
