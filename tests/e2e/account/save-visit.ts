import type { Page } from '@playwright/test'

/** Saves an appointment. Also confirms the warning about a past date once `day` has passed. */
export async function saveVisit(page: Page, name: string, day: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  if (Date.parse(`${day}T12:00Z`) > Date.now()) return
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save anyway' }).click()
}

export const acceptBooking = (page: Page): Promise<void> => page.getByRole('radio', { name: 'Yes, book it' }).check()
