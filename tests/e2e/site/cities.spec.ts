import { expect, type Page } from '@playwright/test'
import { PLACE_CHECK_ATTRIBUTE } from '../../../lib/dom-contract.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { getLayoutShift, visit, recordLayoutShifts } from './visitor.ts'
import { test } from '../test.ts'

const check = (page: Page) => page.locator(`[${PLACE_CHECK_ATTRIBUTE}]`)

const enterPlace = async (page: Page, place: string) => {
  await page.getByLabel('ZIP code, or town and state').fill(place)
  await page.getByLabel('ZIP code, or town and state').press('Enter')
}

test('each city has its own labeled sample call and ends with a call to action', async ({ browser }) => {
  const page = await visit(browser, { javaScriptEnabled: false })
  const transcriptLines = new Set<string>()
  for (const city of ['new-york', 'los-angeles', 'chicago', 'phoenix', 'atlanta']) {
    await page.goto(`/hvac-ai-sdr/${city}`)
    const call = page.getByRole('region', { name: 'Call transcript' })
    await expect(call.getByRole('listitem')).toHaveCount(4)
    await call.getByText('Show full transcript').click()
    const lines = await call.getByRole('listitem').allTextContents()
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines[1]).toContain('I’m the automated assistant')
    for (const line of lines) transcriptLines.add(line)
    await expect(page.locator('section', { has: call }).getByText('Example', { exact: true })).toBeVisible()
    await expect(page.locator('main section').last().getByRole('link')).toHaveText(['Request a Demo', 'See pricing'])
  }
  expect(transcriptLines.size).toBeGreaterThan(30)
})

test('a ZIP code or town is checked in the browser and never sent @smoke', async ({ browser }) => {
  const page = await visit(browser, {
    path: '/hvac-ai-sdr',
    viewport: { width: 390, height: 844 },
    before: recordLayoutShifts,
  })
  await check(page).scrollIntoViewIfNeeded()
  await page.getByLabel('ZIP code, or town and state').focus()
  await page.waitForFunction(() => document.querySelector('script[src*="/places-"]'))
  await page.waitForLoadState('networkidle')
  // The result has a reserved height, so nothing shifts before it appears.
  expect(await getLayoutShift(page)).toBe(0)
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await enterPlace(page, '46204')
  await expect(check(page)).toContainText('Indiana: Ductwise works there, as it does anywhere in the United States.')
  await expect(check(page).getByRole('link', { name: 'Chicago' })).toHaveAttribute('href', '/hvac-ai-sdr/chicago')
  await expect(check(page).getByRole('link', { name: 'recording calls, by state' })).toHaveAttribute(
    'href',
    '/blog/call-recording-consent-by-state',
  )
  await enterPlace(page, 'Springfield')
  await expect(check(page)).toContainText('Add the state')
  await expect(check(page).getByText('Indiana: it works')).toBeHidden()
  await enterPlace(page, 'Mesa, AZ')
  await expect(check(page).getByRole('link', { name: 'Phoenix' })).toBeVisible()
  expect(requestedUrls.filter((address) => /46204|Springfield|Mesa/.test(address))).toEqual([])
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('')
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])),
  ).not.toMatch(/46204|Springfield|Mesa/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
})

test('without JavaScript, a sentence replaces the coverage check', async ({ browser }) => {
  const page = await visit(browser, { path: '/hvac-ai-sdr', javaScriptEnabled: false })
  await expect(check(page)).toContainText('It works anywhere in the United States, on a number that you forward.')
  await expect(page.getByLabel('ZIP code, or town and state')).toBeHidden()
})
