import type { Page } from '@playwright/test'

/**
 * Presses a button that saves a visit of a day, such as 2027-01-18. Once that day has come, the site asks back, and this
 * says that it is meant.
 */
export async function saveVisit(page: Page, name: string, day: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  if (Date.parse(`${day}T12:00Z`) > Date.now()) return
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save it' }).click()
}

/** Says in the form of a new visit that the customer has agreed to its time. */
export const agree = (page: Page): Promise<void> => page.getByRole('radio', { name: 'Yes, book it' }).check()
