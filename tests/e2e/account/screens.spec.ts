import { expect, type Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { pressAllControls } from '../../support/pages/press-everything.ts'
import { showTheme, findViolations } from '../../support/pages/violations.ts'
import { getLayoutShift, recordLayoutShifts } from '../site/visitor.ts'
import { waitForClerk } from './clerk-pages.ts'
import { clerk } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { expectComplete } from './watch.ts'
import { test } from './streaming-test.ts'

const TABLET = { width: 768, height: 1024 }

/** Viewports, each with the theme that axe checks in it. A tablet has the desktop layout at another width. */
const DISPLAY_MODES = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, theme: 'light' },
  { name: 'a desktop', viewport: { width: 1440, height: 900 }, theme: 'dark' },
] as const

const AREA_PATHS = new Set<string>(Object.values(AREAS).map(({ path }) => path))

/** Every area, one Clerk subpage, and a page that does not exist. */
const PAGES = [
  ...AREA_PATHS,
  `${AREAS.organization.path}/organization-members`,
  `${AREAS.account.path}/security`,
  '/dashboard/no-such-page',
]

const EXCLUDED_LABELS = 'sign out|leave organization|delete|remove'

/*
 * Minimum target size in px (WCAG 2.5.8 without its spacing exception). Links within sentences and Clerk's own
 * components are exempt.
 */
const MIN_TARGET_PX = 24

const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((minSize) => {
    const TARGET_SELECTOR =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch]'
    const isInSentence = (target: Element) => {
      if (target.tagName !== 'A' && target.tagName !== 'BUTTON') return false
      if (!getComputedStyle(target).display.startsWith('inline')) return false
      const container = target.closest('p, li, dd, td, th, label, figcaption')
      const textNodes = [...(container?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
      return textNodes.some((node) => /\p{L}{2}/u.test(node.textContent ?? ''))
    }
    /** Returns the target's box, or the box of the overlay that covers its row or card. */
    const measureBox = (target: Element) => {
      const { position, content, top, left } = getComputedStyle(target, '::after')
      const isCovering = content !== 'none' && position === 'absolute' && top === '0px' && left === '0px'
      const coveredElement = isCovering && target instanceof HTMLElement ? target.offsetParent : null
      const label = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type) ? null : coveredElement
      return (label ?? target).getBoundingClientRect()
    }
    return [...document.querySelectorAll(TARGET_SELECTOR)]
      .filter((target) => target.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((target) => !target.closest('[class*="cl-"], [inert], [aria-hidden=true]') && !isInSentence(target))
      .flatMap((target) => {
        const { width, height, right, bottom } = measureBox(target)
        // Skips off-screen skip links and one-pixel elements for screen readers.
        if (right <= 0 || bottom <= 0 || width <= 1 || height <= 1) return []
        if (width >= minSize && height >= minSize) return []
        return [`${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10}: ${target.outerHTML.slice(0, 160)}`]
      })
  }, MIN_TARGET_PX)

async function listDetailPaths(): Promise<string[]> {
  const { data } = await clerk.organizations.getOrganizationList({ query: 'Sample Heating' })
  const organizationId = data[0]?.id ?? ''
  return within({ organizationId }, async ({ db }) => {
    const [call] = await db.select({ id: calls.id }).from(calls).where(eq(calls.outcome, 'booked')).limit(1)
    const [lead] = await db.select({ id: leads.id }).from(leads).orderBy(desc(leads.createdAt)).limit(1)
    const [appointment] = await db.select({ id: appointments.id }).from(appointments).limit(1)
    return [
      `${AREAS.calls.path}/${call?.id}`,
      `${AREAS.leads.path}/${lead?.id}`,
      `${AREAS.appointments.path}?visit=${appointment?.id}`,
      `${AREAS.appointments.path}?view=list`,
      `${AREAS.appointments.path}?new`,
      `${AREAS.appointments.path}?subscribe`,
      `${AREAS.calls.path}?counted=true&from=2026-03-08T07:14:00Z`,
    ]
  })
}

async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForClerk(page)
  await expect(page.locator('main output[aria-label^="Loading"]')).toHaveCount(0)
}

for (const { name, viewport, theme } of DISPLAY_MODES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('every screen fits, is accessible, does not shift, and has working controls', async ({ page }) => {
      test.setTimeout(600_000)
      await recordLayoutShifts(page)
      await openSignedIn(page, sampleAccounts.owner)
      await expectComplete(page)
      const detailPaths = await listDetailPaths()
      for (const path of PAGES) {
        await openPath(page, path)
        await expect(page.getByRole('heading', { level: 1 }), `${path} has one heading`).toHaveCount(1)
        expect(await findHorizontalScroll(page), path).toEqual([])
        expect(await getLayoutShift(page), `${path} layout shift`).toBeLessThan(0.1)
        expect(await findSmallTargets(page), path).toEqual([])
        await showTheme(page, theme)
        expect(await findViolations(page), `${path} in ${theme}`).toEqual([])
        if (viewport.width > TABLET.width) {
          await page.setViewportSize(TABLET)
          expect(await findHorizontalScroll(page), `${path} on a tablet`).toEqual([])
          await page.setViewportSize(viewport)
        }
        if (AREA_PATHS.has(path)) await pressAllControls(page, 'main', EXCLUDED_LABELS)
      }
      for (const path of detailPaths) {
        await openPath(page, path)
        expect(await findSmallTargets(page), path).toEqual([])
      }
    })
  })
}
