import { expect, type Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { pressEverything } from '../../support/pages/press-everything.ts'
import { showTheme, violationsOf } from '../../support/pages/violations.ts'
import { shiftOf, watchShift } from '../site/visitor.ts'
import { clerkReady } from './clerk-pages.ts'
import { clerk } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { expectWhole } from './watch.ts'
import { test } from './watched-test.ts'

const TABLET = { width: 768, height: 1024 }

/** Viewports, each with the theme that axe checks in it. A tablet has the desktop layout at another width. */
const LOOKS = [
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

const NOT_PRESSED = 'sign out|leave organization|delete|remove'

/*
 * Minimum target size in px (WCAG 2.5.8 without its spacing exception). Links within sentences and Clerk's own
 * components are exempt.
 */
const LEAST = 24

const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const PRESSED =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch]'
    const isInSentence = (target: Element) => {
      if (target.tagName !== 'A' && target.tagName !== 'BUTTON') return false
      if (!getComputedStyle(target).display.startsWith('inline')) return false
      const around = target.closest('p, li, dd, td, th, label, figcaption')
      const others = [...(around?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
      return others.some((node) => /\p{L}{2}/u.test(node.textContent ?? ''))
    }
    /** Returns the target's box, or the box of the overlay that covers its row or card. */
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
        // Skips off-screen skip links and one-pixel elements for screen readers.
        if (right <= 0 || bottom <= 0 || width <= 1 || height <= 1) return []
        if (width >= least && height >= least) return []
        return [`${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10}: ${target.outerHTML.slice(0, 160)}`]
      })
  }, LEAST)

async function moreViews(): Promise<string[]> {
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
    ]
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await clerkReady(page)
  await expect(page.locator('main output[aria-label^="Loading"]')).toHaveCount(0)
}

for (const { name, viewport, theme } of LOOKS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('every screen fits, is accessible, does not shift, and has working controls', async ({ page }) => {
      test.setTimeout(600_000)
      await watchShift(page)
      await openSignedIn(page, sampleAccounts.owner)
      await expectWhole(page)
      const views = await moreViews()
      for (const path of PAGES) {
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 }), `${path} has one heading`).toHaveCount(1)
        expect(await horizontalScroll(page), path).toEqual([])
        expect(await shiftOf(page), `${path} layout shift`).toBeLessThan(0.1)
        expect(await smallTargets(page), path).toEqual([])
        await showTheme(page, theme)
        expect(await violationsOf(page), `${path} in ${theme}`).toEqual([])
        if (viewport.width > TABLET.width) {
          await page.setViewportSize(TABLET)
          expect(await horizontalScroll(page), `${path} on a tablet`).toEqual([])
          await page.setViewportSize(viewport)
        }
        if (AREA_PATHS.has(path)) await pressEverything(page, 'main', NOT_PRESSED)
      }
      for (const path of views) {
        await open(page, path)
        expect(await smallTargets(page), path).toEqual([])
      }
    })
  })
}
