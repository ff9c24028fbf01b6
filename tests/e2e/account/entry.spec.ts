import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { AUTH_SCRIPT_TIMEOUT_MS } from '../../../lib/constants.ts'
import { stack } from '../../support/stack/addresses.ts'
import { showTheme, findViolations } from '../../support/pages/violations.ts'
import { waitForClerk, withholdUntilReload } from './clerk-pages.ts'
import { getContinueButton, getEmailField, fillSignIn, openSignedIn, signIn } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { expectArrival, DESKTOP, PHONE } from './watch.ts'
import { recordConsoleMessages, getLayoutShift, waitForPageScript, recordLayoutShifts } from '../site/visitor.ts'
import { expectProblems } from '../test.ts'

const { siteUrl } = stack.env

const FORMS = ['/login', '/register']

test.describe('sign-in', () => {
  test('redirects to the dashboard, also from the form when already signed in @smoke', async ({ page }) => {
    await signIn(page, sampleAccounts.owner)
    for (const path of FORMS) {
      await page.goto(path)
      await expectArrival(page, '/dashboard')
    }
  })

  test('rejects a wrong password', async ({ page }) => {
    await page.goto('/login')
    await fillSignIn(page, sampleAccounts.member, 'not-the-password')
    await expect(page.getByTestId('form-feedback-error')).toContainText('Password is incorrect')
    await page.goto('/login')
    await expect(getEmailField(page)).toBeVisible()
  })

  test('reports a rejected password that the browser autofilled', async ({ page }) => {
    await page.goto('/login')
    await getEmailField(page).fill(sampleAccounts.member)
    await page.locator('input[name="password"]').fill('not-the-password', { force: true })
    await getContinueButton(page).click()
    await expect(page).toHaveURL('/login/factor-one')
    const wrongPassword = page.getByRole('alert').filter({ hasText: 'is wrong for this account' })
    await expect(wrongPassword).toBeVisible()
    await page.locator('input[name="password"]:visible').fill('still-not-the-password')
    await getContinueButton(page).click()
    await expect(wrongPassword).toHaveCount(0)
    await expect(page.getByTestId('form-feedback-error')).toContainText('Password is incorrect')
  })

  test('reports a missing or malformed email address and focuses the field', async ({ page }) => {
    await page.goto('/login')
    for (const [typedEmail, problem] of [
      ['', 'Enter your email address.'],
      ['nobody', 'Enter an email address in the format name@example.com.'],
    ] as const) {
      await getEmailField(page).fill(typedEmail)
      await getContinueButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible()
      await expect(getEmailField(page)).toBeFocused()
    }
    await getEmailField(page).fill('nobody@ductwise.test')
    await expect(page.getByRole('alert').filter({ hasText: 'Enter an email address' })).toHaveCount(0)
  })

  test('redirects back to the requested page with its query', async ({ page }) => {
    const target = '/dashboard/settings/team?page=2'
    await signIn(page, sampleAccounts.owner, {
      path: `/sign-in?redirect_url=${encodeURIComponent(target)}`,
      lands: target,
    })
    await page.goto(`/login?redirect_url=${encodeURIComponent('/dashboard/settings/plan')}`)
    await expectArrival(page, '/dashboard/settings/plan')
  })

  // Tests one URL per parameter. tests/unit/auth/account-redirects.test.ts tests every spelling.
  for (const query of [
    'redirect_url=%2Fdashboard&redirect_url=%2F%5Cevil.example',
    'sign_in_force_redirect_url=https%3A%2F%2Fevil.example',
    '#/?redirect_url=https%3A%2F%2Fevil.example',
  ]) {
    test(`stays on this site with ${query}`, async ({ page }) => {
      const externalRequests: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest() && new URL(request.url()).origin !== siteUrl)
          externalRequests.push(request.url())
      })
      await signIn(page, sampleAccounts.owner, { path: query.startsWith('#') ? `/login${query}` : `/login?${query}` })
      expect(externalRequests).toEqual([])
    })
  }

  test('is reflected in the header of public pages @smoke', async ({ page }) => {
    await openSignedIn(page, sampleAccounts.owner)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
  })
})

test.describe('sign-in and registration pages', () => {
  test('have one heading that changes with each step', async ({ page }) => {
    const headings = page.getByRole('heading', { level: 1 })
    await page.goto('/register')
    await expect(getContinueButton(page)).toBeVisible()
    await expect(headings).toHaveText(['Set up Ductwise for your company'])
    await page.goto('/login')
    await expect(headings).toHaveText(['Sign in to your dashboard'])
    await getEmailField(page).fill(sampleAccounts.member)
    await getContinueButton(page).click()
    await expect(page).toHaveURL('/login/factor-one')
    await expect(headings).toHaveCount(1)
    await expect(headings).not.toHaveText(['Sign in to your dashboard'])
  })

  test('only link to the other account form', async ({ page }) => {
    const bar = page.getByRole('banner')
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(1)
    await expect(bar.getByRole('link', { name: /Sign In|Request a Demo/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/register')
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Request a Demo' })).toHaveCount(0)
  })

  for (const path of FORMS) {
    test(`${path} is not indexed and is rendered for each request`, async ({ request }) => {
      const [first, second] = [await request.get(path), await request.get(path)]
      expect(await first.text()).toContain('<meta name="robots" content="noindex, nofollow"/>')
      expect(first.headers()['cache-control']).toContain('no-store')
      const policies = [first, second].map((response) => response.headers()['content-security-policy'] ?? '')
      const nonces = policies.map((policy) => /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1])
      expect(nonces[0]).toBeTruthy()
      expect(nonces[0]).not.toBe(nonces[1])
      expect(policies.join()).not.toContain("script-src 'self' 'unsafe-inline'")
      expect((await first.text()).match(/<script(?![^>]*nonce=)[^>]*>/g)).toBeNull()
    })

    test(`${path} does not violate its content security policy`, async ({ page }) => {
      const consoleMessages = recordConsoleMessages(page)
      await page.goto(path)
      await expect(getContinueButton(page)).toBeVisible()
      await getEmailField(page).fill('nobody@ductwise.test')
      await getContinueButton(page).click()
      expect(consoleMessages.filter((text) => !text.includes('autocomplete attributes'))).toEqual([])
    })

    test(`${path} loads its form without layout shift or accessibility violations`, async ({ page }) => {
      expectProblems(/ERR_FAILED.*woff2/)
      // Blocks fonts: late fonts shift text on any page, and this test checks only the form.
      await page.route(/\.woff2/, (route) => route.abort())
      await recordLayoutShifts(page)
      for (const [theme, viewport] of [
        ['dark', PHONE],
        ['light', DESKTOP],
      ] as const) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await expect(getContinueButton(page)).toBeVisible()
        expect(await getLayoutShift(page)).toBeLessThan(0.01)
        await showTheme(page, theme)
        expect(await findViolations(page)).toEqual([])
      }
    })
  }

  test('switch the theme, even after a visit to a public page', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('banner').getByRole('link', { name: 'Ductwise' }).click()
    await expect(page).toHaveURL('/')
    await waitForPageScript(page)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test.describe('sign-in form that does not load', () => {
  test.beforeEach(() => expectProblems(/__clerk/, /longer than 15 seconds/))

  const getNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The form didn’t load' })
  const getSkeleton = (page: Page) => page.getByText('Loading sign-in form…')

  const waitUntilNamed = (page: Page) =>
    expect(async () => {
      await page.clock.runFor(AUTH_SCRIPT_TIMEOUT_MS)
      await expect(getNotice(page)).toBeVisible({ timeout: 1_000 })
    }).toPass()

  type FailureKind = 'hangs' | 'fails' | 'returns 404'

  async function openWithoutFiles(page: Page, files: RegExp, kind: FailureKind) {
    // Installs the fake clock only for hanging files: it hides resource timings, which reveal a failed file.
    if (kind === 'hangs') await page.clock.install()
    const consoleMessages = recordConsoleMessages(page)
    const releaseWithReload = await withholdUntilReload(page, files, (route) => {
      if (kind === 'returns 404') return route.fulfill({ status: 404, body: 'not here' })
      return kind === 'fails' ? route.abort() : undefined
    })
    const fileRequest = page.waitForRequest(files)
    await page.goto('/login', { waitUntil: 'commit' })
    await fileRequest
    if (kind === 'hangs') await expect(getSkeleton(page)).toBeAttached()
    await page.waitForFunction(() => '__clerk_publishable_key' in window)
    return { said: consoleMessages, releaseWithReload }
  }

  for (const [name, files] of [
    ['script', /clerk-js@.*\.js/],
    ['UI script', /@clerk\/ui@.*\.js/],
    ['form script', /@clerk\/ui@.*\/signin_.*\.js/],
  ] as const) {
    for (const kind of ['hangs', 'fails', 'returns 404'] satisfies FailureKind[]) {
      const timing = kind === 'hangs' ? 'after 15 s' : 'immediately'
      test(`is reported ${timing} when the ${name} ${kind}, with retry and contact links`, async ({ page }) => {
        const { said, releaseWithReload } = await openWithoutFiles(page, files, kind)
        if (kind === 'hangs') {
          // The 15-second timeout restarts once Clerk has loaded and its component is pending.
          if (name !== 'script') await waitForClerk(page)
          await waitUntilNamed(page)
        }
        await expect(getNotice(page)).toBeVisible({ timeout: 5_000 })
        await expect.poll(() => said.filter((text) => text.startsWith('Sign-in did not load'))).toHaveLength(1)
        await expect(getNotice(page).getByRole('link', { name: /Call/ })).toHaveAttribute('href', /^tel:/)
        await expect(getNotice(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
        if (name === 'script' && kind === 'fails') expect(await findViolations(page)).toEqual([])
        releaseWithReload()
        await getNotice(page).getByRole('button', { name: 'Try again' }).click()
        if (kind === 'hangs') await page.clock.resume()
        await expect(getEmailField(page)).toBeVisible()
      })
    }
  }

  test('shows the skeleton until the timeout', async ({ page }) => {
    await openWithoutFiles(page, /clerk-js@.*\.js/, 'hangs')
    await page.clock.runFor(AUTH_SCRIPT_TIMEOUT_MS - 1_000)
    await expect(getSkeleton(page)).toBeAttached()
    await expect(getNotice(page)).toHaveCount(0)
  })

  test('appears if it loads after the timeout', async ({ page }) => {
    await page.clock.install()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/clerk-js@.*\.js/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.waitForFunction(() => '__clerk_publishable_key' in window)
    await waitUntilNamed(page)
    await page.clock.resume()
    resolve()
    await expect(getEmailField(page)).toBeVisible()
    await expect(getNotice(page)).toHaveCount(0)
  })

  test('shows a notice when Clerk runs in degraded mode', async ({ page }) => {
    await page.route('**/__clerk/v1/environment*', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    await page.goto('/login')
    await expect(page.getByText(/sign-in service is having trouble/)).toBeVisible({ timeout: 30_000 })
  })
})
