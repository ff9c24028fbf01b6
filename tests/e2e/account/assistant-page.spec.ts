import { expect, type Page } from '@playwright/test'
import { getCurrentInstructions, listVersions, saveInstructions } from '../../../lib/dashboard/assistant/repository.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { clerk, openBrowser, createOwner, createPerson } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const ASSISTANT_PATH = '/dashboard/settings/assistant'

const saveChanges = async (page: Page) => {
  const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saveResponse
}

const getVersions = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Versions', exact: true }) })

test('an admin can edit the instructions, compare versions and restore one @smoke', async ({ page }) => {
  const owner = await createOwner('Saying')
  await openSignedIn(page, owner.email, ASSISTANT_PATH)
  await expect(page.getByText('Your assistant goes live when your line is set up.')).toBeVisible()
  await expect(getVersions(page)).toContainText('No changes yet')

  await page.getByRole('textbox', { name: 'Service call fee' }).fill('$89, credited to the repair')
  await page.getByRole('textbox', { name: 'Jobs you take' }).fill('Furnace repair\nfurnace repair\nTune-up')
  await page.getByRole('button', { name: 'Add an excluded job' }).click()
  await expect(page.getByRole('textbox', { name: 'Job', exact: true })).toBeFocused()
  await page.keyboard.type('Window units')
  await page.getByRole('textbox', { name: 'Your reply' }).fill('We do not work on window units.')
  for (const question of ['Are you insured?', 'Do you finance?']) {
    await page.getByRole('button', { name: 'Add an answer' }).click()
    await page.getByRole('textbox', { name: 'Question' }).last().fill(question)
    await page.getByRole('textbox', { name: 'Answer', exact: true }).last().fill('Yes, ask the office.')
  }
  await page.getByRole('button', { name: 'Move Do you finance? up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Do you finance? is now number 1 of 2.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move Do you finance? down' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Flexible' }).fill('tune-up\nno heat')
  await expect(page.getByText('“no heat” is listed under Today and Flexible and counts as Today.')).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Duplicates: “Furnace repair”. List each only once.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Jobs you take' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Jobs you take' })).toHaveValue(
    'Furnace repair\nfurnace repair\nTune-up',
  )
  await page.getByRole('textbox', { name: 'Jobs you take' }).fill('Furnace repair\nTune-up')
  await saveChanges(page)
  expect(await within(owner, getCurrentInstructions)).toMatchObject({
    version: 1,
    instructions: {
      fees: { visit: '$89, credited to the repair', afterHours: null },
      jobs: {
        taken: ['Furnace repair', 'Tune-up'],
        refused: [{ job: 'Window units', words: 'We do not work on window units.' }],
      },
      answers: [{ question: 'Do you finance?' }, { question: 'Are you insured?' }],
      urgencyWords: { later: ['tune-up', 'no heat'] },
    },
  })
  const first = getVersions(page).getByRole('listitem').filter({ hasText: 'Version 1' })
  await expect(first).toContainText('Current')
  await expect(first).toContainText('by you')
  await expect(first).toContainText('Changed: Service call fee, Jobs you take, Jobs you don’t do')

  await page.getByRole('textbox', { name: 'Service call fee' }).fill('$95')
  await saveChanges(page)
  await page.getByRole('button', { name: 'Compare Version 1' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare version 1' })
  await expect(comparison.getByRole('deletion')).toHaveText(['$89, credited to the repair'])
  await expect(comparison.getByRole('insertion')).toHaveText(['$95'])
  await expect(comparison.getByText('Only in version 1')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Restore Version 1' }).click()
  const question = page.getByRole('alertdialog', { name: 'Restore version 1?' })
  await expect(question).toContainText('It becomes version 3')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await within(owner, getCurrentInstructions)).toMatchObject({ version: 2 })
  await page.getByRole('button', { name: 'Restore Version 1' }).click()
  await question.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByText('It is now version 3.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Service call fee' })).toHaveValue('$89, credited to the repair')
  await expect(getVersions(page).getByRole('listitem').first()).toContainText('Restored from version 1.')
  const { rows } = await within(owner, (tx) => listVersions(tx))
  expect(rows.map(({ number, takenFrom }) => [number, takenFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])

  // Leaving the page with unsaved changes asks for confirmation first.
  await page.getByRole('textbox', { name: 'After-hours fee' }).fill('$180')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'On call' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('textbox', { name: 'After-hours fee' })).toHaveValue('$180')
})

test('a member can read the instructions but not change them', async ({ page }) => {
  const owner = await createOwner('Reading')
  await within(owner, async (tx) => {
    const { instructions } = await getCurrentInstructions(tx)
    const fees = { visit: '$89', afterHours: null }
    const answers = [{ question: 'Are you insured?', answer: 'Yes.' }]
    await saveInstructions(tx, { kind: 'person', id: owner.userId }, { ...instructions, fees, answers }, 0)
    await tx.db
      .insert(organizationSettings)
      .values({ organizationId: tx.organizationId, voiceAgentId: crypto.randomUUID() })
  })
  const { email, userId } = await createPerson('reader')
  const { organizationId } = owner
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, ASSISTANT_PATH)
  await expect(page.getByText('View only.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Service call fee' })).toHaveValue('$89')
  await expect(page.getByRole('textbox', { name: 'Service call fee' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Answer', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add an answer' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare Default setup' }).click()
  await expect(page.getByRole('dialog').getByRole('insertion')).toHaveText(['$89', 'Are you insured?Yes.'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)

  const { instructions } = await within(owner, getCurrentInstructions)
  const putResponse = await page.request.put('/api/dashboard/assistant', { data: { version: 1, instructions } })
  const post = await page.request.post('/api/dashboard/assistant/versions/0', { data: { version: 1 } })
  expect([putResponse.status(), post.status()]).toEqual([403, 403])
  expect(await within(owner, getCurrentInstructions)).toMatchObject({ version: 1 })
})

test('a conflicting edit is reported, and other fields keep their changes', async ({ browser }) => {
  const owner = await createOwner('Together')
  const page = await openBrowser(browser)
  await openSignedIn(page, owner.email, ASSISTANT_PATH)
  const saveAsColleague = (fees: { visit: string | null; afterHours: string | null }) =>
    within(owner, async (tx) => {
      const { instructions, version } = await getCurrentInstructions(tx)
      await saveInstructions(tx, { kind: 'site' }, { ...instructions, fees }, version)
    })
  const visit = page.getByRole('textbox', { name: 'Service call fee' })
  await visit.fill('$89, mine')
  await saveAsColleague({ visit: '$95, theirs', afterHours: '$180, theirs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else edited this.')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect
    .poll(async () => (await within(owner, getCurrentInstructions)).instructions.fees)
    .toEqual({ visit: '$89, mine', afterHours: '$180, theirs' })

  await visit.fill('$99, mine')
  await saveAsColleague({ visit: '$89, mine', afterHours: '$200, theirs' })
  await saveChanges(page)
  expect((await within(owner, getCurrentInstructions)).instructions.fees).toEqual({
    visit: '$99, mine',
    afterHours: '$200, theirs',
  })
  await visit.fill('$1, mine')
  await saveAsColleague({ visit: '$2, theirs', afterHours: null })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(visit).toHaveValue('$2, theirs')
})
