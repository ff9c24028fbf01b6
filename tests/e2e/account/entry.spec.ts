import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { AUTH_SCRIPT_TIMEOUT } from '../../../lib/constants.ts'
import { stack } from '../../support/stack/addresses.ts'
import { showTheme, violationsOf } from '../../support/pages/violations.ts'
import { clerkReady, withholdUntilReload } from './clerk-pages.ts'
import { continueButton, emailField, fillSignIn, openSignedIn, signIn } from './sign-in.ts'
import { test } from './watched-test.ts'
import { arrive, DESKTOP, PHONE } from './watch.ts'
import { messages, shiftOf, untilScripted, watchShift } from '../site/visitor.ts'
import { announceProblems } from '../test.ts'

const { siteUrl } = stack.env

const FORMS = ['/login', '/register']

test.describe('signing in', () => {
  test('leads the owner to the dashboard, and from the form there from then on @smoke', async ({ page }) => {
    await signIn(page, sampleAccounts.owner)
    for (const path of FORMS) {
      await page.goto(path)
      await arrive(page, '/dashboard')
    }
  })

  test('says that a password is wrong, and lets nobody in', async ({ page }) => {
    await page.goto('/login')
    await fillSignIn(page, sampleAccounts.member, 'not-the-password')
    await expect(page.getByTestId('form-feedback-error')).toContainText('Password is incorrect')
    await page.goto('/login')
    await expect(emailField(page)).toBeVisible()
  })

  test('says that a password was not accepted that a browser had filled in beside the address', async ({ page }) => {
    await page.goto('/login')
    await emailField(page).fill(sampleAccounts.member)
    await page.locator('input[name="password"]').fill('not-the-password', { force: true })
    await continueButton(page).click()
    await expect(page).toHaveURL('/login/factor-one')
    const said = page.getByRole('alert').filter({ hasText: 'does not fit this account' })
    await expect(said).toBeVisible()
    await page.locator('input[name="password"]:visible').fill('still-not-the-password')
    await continueButton(page).click()
    await expect(said).toHaveCount(0)
    await expect(page.getByTestId('form-feedback-error')).toContainText('Password is incorrect')
  })

  test('says in words of its own that the address is missing or malformed, and leads to the field', async ({
    page,
  }) => {
    await page.goto('/login')
    for (const [typed, problem] of [
      ['', 'Enter your email address.'],
      ['nobody', 'Check the email address: it should look like name@example.com.'],
    ] as const) {
      await emailField(page).fill(typed)
      await continueButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible()
      await expect(emailField(page)).toBeFocused()
    }
    await emailField(page).fill('nobody@ductwise.test')
    await expect(page.getByRole('alert').filter({ hasText: 'Check the email' })).toHaveCount(0)
  })

  test('leads back to the page that was asked for, with its query', async ({ page }) => {
    const target = '/dashboard/settings/team?page=2'
    await signIn(page, sampleAccounts.owner, {
      path: `/sign-in?redirect_url=${encodeURIComponent(target)}`,
      lands: target,
    })
    await page.goto(`/login?redirect_url=${encodeURIComponent('/dashboard/settings/plan')}`)
    await arrive(page, '/dashboard/settings/plan')
  })

  // One per entry; all spellings are tested in tests/unit/auth/account-redirects.test.ts.
  for (const query of [
    'redirect_url=%2Fdashboard&redirect_url=%2F%5Cevil.example',
    'sign_in_force_redirect_url=https%3A%2F%2Fevil.example',
    '#/?redirect_url=https%3A%2F%2Fevil.example',
  ]) {
    test(`stays on this site with ${query}`, async ({ page }) => {
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest() && new URL(request.url()).origin !== siteUrl) elsewhere.push(request.url())
      })
      await signIn(page, sampleAccounts.owner, { path: query.startsWith('#') ? `/login${query}` : `/login?${query}` })
      expect(elsewhere).toEqual([])
    })
  }

  test('is remembered by the header of public pages @smoke', async ({ page }) => {
    await openSignedIn(page, sampleAccounts.owner)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
  })
})

test.describe('the pages before the account', () => {
  test('have one heading: that of the page, then that of each later step', async ({ page }) => {
    const headings = page.getByRole('heading', { level: 1 })
    await page.goto('/register')
    await expect(continueButton(page)).toBeVisible()
    await expect(headings).toHaveText(['Set up Ductwise for your company'])
    await page.goto('/login')
    await expect(headings).toHaveText(['Sign in to your dashboard'])
    await emailField(page).fill(sampleAccounts.member)
    await continueButton(page).click()
    await expect(page).toHaveURL('/login/factor-one')
    await expect(headings).toHaveCount(1)
    await expect(headings).not.toHaveText(['Sign in to your dashboard'])
  })

  test('offer the other way in, and nothing else to do', async ({ page }) => {
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
    test(`${path} is not for search engines and is made for each request`, async ({ request }) => {
      const [first, second] = [await request.get(path), await request.get(path)]
      expect(await first.text()).toContain('<meta name="robots" content="noindex, nofollow"/>')
      expect(first.headers()['cache-control']).toContain('no-store')
      const policies = [first, second].map((answer) => answer.headers()['content-security-policy'] ?? '')
      const nonces = policies.map((policy) => /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1])
      expect(nonces[0]).toBeTruthy()
      expect(nonces[0]).not.toBe(nonces[1])
      expect(policies.join()).not.toContain("script-src 'self' 'unsafe-inline'")
      expect((await first.text()).match(/<script(?![^>]*nonce=)[^>]*>/g)).toBeNull()
    })

    test(`${path} breaks none of the rules of its policy`, async ({ page }) => {
      const said = messages(page)
      await page.goto(path)
      await expect(continueButton(page)).toBeVisible()
      await emailField(page).fill('nobody@ductwise.test')
      await continueButton(page).click()
      expect(said.filter((text) => !text.includes('autocomplete attributes'))).toEqual([])
    })

    test(`${path} moves nothing while its form loads, and has no violation, dark on a phone and light on a desktop`, async ({
      page,
    }) => {
      announceProblems(/ERR_FAILED.*woff2/)
      // Late fonts shift text on any page; this test is about the form.
      await page.route(/\.woff2/, (route) => route.abort())
      await watchShift(page)
      for (const [theme, viewport] of [
        ['dark', PHONE],
        ['light', DESKTOP],
      ] as const) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await expect(continueButton(page)).toBeVisible()
        expect(await shiftOf(page)).toBeLessThan(0.01)
        await showTheme(page, theme)
        expect(await violationsOf(page)).toEqual([])
      }
    })
  }

  test('switch the theme, also after a visit to a public page', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('banner').getByRole('link', { name: 'Ductwise' }).click()
    await expect(page).toHaveURL('/')
    await untilScripted(page)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test.describe('a form that does not come', () => {
  test.beforeEach(() => announceProblems(/__clerk/, /longer than 15 seconds/))

  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The form did not load' })
  const skeleton = (page: Page) => page.getByText('Loading the form to sign in')

  const untilNamed = (page: Page) =>
    expect(async () => {
      await page.clock.runFor(AUTH_SCRIPT_TIMEOUT)
      await expect(notice(page)).toBeVisible({ timeout: 1_000 })
    }).toPass()

  type How = 'hangs' | 'fails' | 'is refused'

  async function openWithout(page: Page, files: RegExp, how: How) {
    // The fake clock hides the loaded files, from which the page detects a failed one.
    if (how === 'hangs') await page.clock.install()
    const said = messages(page)
    const releaseWithReload = await withholdUntilReload(page, files, (route) => {
      if (how === 'is refused') return route.fulfill({ status: 404, body: 'not here' })
      return how === 'fails' ? route.abort() : undefined
    })
    const asked = page.waitForRequest(files)
    await page.goto('/login', { waitUntil: 'commit' })
    await asked
    if (how === 'hangs') await expect(skeleton(page)).toBeAttached()
    await page.waitForFunction(() => '__clerk_publishable_key' in window)
    return { said, releaseWithReload }
  }

  for (const [name, files] of [
    ['script', /clerk-js@.*\.js/],
    ['interface', /@clerk\/ui@.*\.js/],
    ['form itself', /@clerk\/ui@.*\/signin_.*\.js/],
  ] as const) {
    for (const how of ['hangs', 'fails', 'is refused'] satisfies How[]) {
      const when = how === 'hangs' ? 'after 15 s' : 'at once'
      test(`is named ${when} when the ${name} ${how}, with a way to try again and one to get help`, async ({
        page,
      }) => {
        const { said, releaseWithReload } = await openWithout(page, files, how)
        if (how === 'hangs') {
          // The 15 s restart once Clerk has loaded and its component waits.
          if (name !== 'script') await clerkReady(page)
          await untilNamed(page)
        }
        await expect(notice(page)).toBeVisible({ timeout: 5_000 })
        await expect.poll(() => said.filter((text) => text.startsWith('Sign-in did not load'))).toHaveLength(1)
        await expect(notice(page).getByRole('link', { name: /Call/ })).toHaveAttribute('href', /^tel:/)
        await expect(notice(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
        if (name === 'script' && how === 'fails') expect(await violationsOf(page)).toEqual([])
        releaseWithReload()
        await notice(page).getByRole('button', { name: 'Try again' }).click()
        if (how === 'hangs') await page.clock.resume()
        await expect(emailField(page)).toBeVisible()
      })
    }
  }

  test('is waited for until then', async ({ page }) => {
    await openWithout(page, /clerk-js@.*\.js/, 'hangs')
    await page.clock.runFor(AUTH_SCRIPT_TIMEOUT - 1_000)
    await expect(skeleton(page)).toBeAttached()
    await expect(notice(page)).toHaveCount(0)
  })

  test('is shown after all when it comes late', async ({ page }) => {
    await page.clock.install()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/clerk-js@.*\.js/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.waitForFunction(() => '__clerk_publishable_key' in window)
    await untilNamed(page)
    await page.clock.resume()
    resolve()
    await expect(emailField(page)).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })

  test('says so when it works with half its strength', async ({ page }) => {
    await page.route('**/__clerk/v1/environment*', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    await page.goto('/login')
    await expect(page.getByText(/answers slowly or not at all/)).toBeVisible({ timeout: 30_000 })
  })
})
