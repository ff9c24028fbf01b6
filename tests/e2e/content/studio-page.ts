import { expect } from '@playwright/test'
import type { FrameLocator, Locator, Page, Response } from '@playwright/test'

const STUDIO_PATH = '/studio'

/** Timeout for one step, including loading code and data on a busy machine. */
const STEP_OPTIONS = { timeout: 60_000 }

/** Timeout for a form in an open Studio. A link to another page shows no form. */
const FORM_OPTIONS = { timeout: 20_000 }

/** Timeout for one click. Clicks are retried, because the Studio may re-render their target. */
const PRESS_OPTIONS = { timeout: 5_000 }

type CityFields = { name: string; state: string; headline: string; intro: string; summary: string; slug: string }

const waitForAction = (page: Page, ...parts: string[]): Promise<Response> =>
  page.waitForResponse((response) => {
    if (!response.url().includes('/data/actions/') || response.request().method() !== 'POST') return false
    const body = response.request().postData() ?? ''
    return response.ok() && parts.every((part) => body.includes(part))
  }, STEP_OPTIONS)

/** Returns `title` for `seo.title`, because patches use either name. */
const getLastName = (fieldName: string): string => fieldName.split('.').at(-1) ?? fieldName

const getField = (page: Page, name: string): Locator => page.getByTestId(`field-${name}`)

const showAllFields = async (page: Page): Promise<void> => {
  const allFields = page.getByTestId('group-tab-all-fields')
  if (await allFields.isVisible()) await allFields.click()
}

const waitUntilEditable = async (page: Page): Promise<void> => {
  const inputs = page
    .getByTestId('form-view')
    .locator('input:not([readonly]):not([type=file]), textarea:not([readonly])')
  await expect(inputs.first()).toBeEditable(STEP_OPTIONS)
  await showAllFields(page)
}

/** Console messages of the Studio while a preview is slow and when its socket closes. */
export const STUDIO_MESSAGES = [
  /Unable to connect to visual editing/,
  /preview iframe hasn.t finished loading/,
  /WebSocket is already in CLOSING or CLOSED state/,
]

/** Navigates within the Studio, because loading it again takes seconds. */
export const navigateWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, STUDIO_PATH + address)

const openForm = async (page: Page, intent: string): Promise<void> => {
  // Leaves Presentation, which would open the document next to the page.
  if (page.url().includes('/presentation')) {
    await navigateWithin(page, '/structure')
    await expect(page.locator('iframe')).toHaveCount(0, STEP_OPTIONS)
  }
  await page
    .getByTestId('form-view')
    .evaluateAll((forms) => forms.forEach((form) => form.setAttribute('data-left', '')))
  await navigateWithin(page, `/intent/${intent}`)
  await expect(page.locator('[data-testid="form-view"]:not([data-left])')).toBeVisible(STEP_OPTIONS)
  await waitUntilEditable(page)
}

export const signIn = async (page: Page, userName: string): Promise<void> => {
  await page.goto(STUDIO_PATH)
  const studioNavbar = page.getByTestId('studio-navbar')
  const choice = page.getByRole('link', { name: userName }).or(page.getByRole('button', { name: userName }))
  await expect(studioNavbar.or(choice).first()).toBeVisible(STEP_OPTIONS)
  if (!(await studioNavbar.isVisible())) await choice.first().click()
  await expect(studioNavbar).toBeVisible(STEP_OPTIONS)
}

/** Opens a document by type and published ID, or its version in a release. Waits until the form is editable. */
export const openDocument = async (page: Page, type: string, id: string, release?: string): Promise<void> => {
  if (release === undefined && page.url().includes(`;${id}`)) return waitUntilEditable(page)
  const perspective = release === undefined ? '' : `?perspective=${release}`
  await openForm(page, `edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/${perspective}`)
}

export const openByEditLink = async (page: Page, type: string, id: string): Promise<void> => {
  await navigateWithin(page, '/structure')
  await expect(page.getByTestId('form-view')).toHaveCount(0, STEP_OPTIONS)
  await navigateWithin(page, `/intent/edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/`)
  await expect(page.getByTestId('form-view')).toBeVisible(FORM_OPTIONS)
  await expect(page).toHaveURL(new RegExp(`[;/](__edit__)?${id}[^;]*$`))
}

export const createDocument = (page: Page, type: string): Promise<void> =>
  openForm(page, `create/template=${type};type=${type}/`)

export const editString = async (page: Page, fieldName: string, value: string): Promise<void> => {
  const input = getField(page, fieldName).locator('input, textarea').first()
  await expect(input).toBeEditable(STEP_OPTIONS)
  if ((await input.inputValue()) === value) return
  await Promise.all([waitForAction(page, 'action.document.edit', getLastName(fieldName)), input.fill(value)])
  await expect(input).toHaveValue(value)
}

/** Finds an image field by its menu, because the fieldset has no test ID. */
const getImageField = (page: Page, fieldName: string): Locator =>
  page.locator('fieldset', { has: page.getByTestId(`field-actions-menu-${fieldName}`) }).last()

/** Uploads a file. An empty image field has a file input; a filled one has Upload in its menu. */
const chooseFile = async (page: Page, image: Locator, filePath: string): Promise<void> => {
  const menu = image.getByTestId('options-menu-button')
  const fileInput = image.locator('input[type=file]')
  await expect(menu.or(fileInput).first()).toBeAttached(STEP_OPTIONS)
  if ((await menu.count()) === 0) return fileInput.first().setInputFiles(filePath)
  const uploadButton = page.getByTestId('file-input-upload-button')
  if (!(await uploadButton.isVisible())) await menu.click(PRESS_OPTIONS)
  const [fileChooser] = await Promise.all([
    page.waitForEvent('filechooser', PRESS_OPTIONS),
    uploadButton.click(PRESS_OPTIONS),
  ])
  await fileChooser.setFiles(filePath)
}

export const pressUntil = (expectedLocator: Locator, press: () => Promise<void>): Promise<void> =>
  expect(async () => {
    if (!(await expectedLocator.isVisible())) await press()
    await expect(expectedLocator).toBeVisible(PRESS_OPTIONS)
  }).toPass(STEP_OPTIONS)

/** Repeats `attempt` until `acceptedResponse` resolves: the Studio may ignore a click or file while it renders a form. */
const retryUntilAccepted = async (acceptedResponse: Promise<Response>, attempt: () => Promise<void>): Promise<void> => {
  let isAccepted = false
  // Ignores the error here: the `await` of `acceptedResponse` below throws it.
  acceptedResponse.then(() => (isAccepted = true)).catch(() => undefined)
  await expect(async () => {
    if (!isAccepted) await attempt()
    await expect.poll(() => isAccepted, { timeout: 5_000 }).toBe(true)
  }).toPass(STEP_OPTIONS)
  await acceptedResponse
}

/**
 * Uploads an image and fills its alt text, whose field appears with the asset. An existing file is not uploaded again.
 * `altBefore` is the expected previous text; by default any.
 */
export const uploadImage = async (
  page: Page,
  fieldName: string,
  filePath: string,
  alt: string,
  altBefore?: string,
): Promise<void> => {
  const image = getImageField(page, fieldName)
  const acceptedResponse = waitForAction(page, 'action.document.edit', `${getLastName(fieldName)}.asset`)
  await retryUntilAccepted(acceptedResponse, () => chooseFile(page, image, filePath))
  await expect(image.getByTestId('hotspot-image-input')).toBeVisible(STEP_OPTIONS)
  if (altBefore !== undefined)
    await expect(getField(page, `${fieldName}.alt`).locator('input')).toHaveValue(altBefore, STEP_OPTIONS)
  await editString(page, `${fieldName}.alt`, alt)
}

export const publish = async (page: Page): Promise<void> => {
  const button = page.getByTestId('action-publish')
  await expect(button).toBeEnabled(STEP_OPTIONS)
  await retryUntilAccepted(waitForAction(page, 'action.document.publish'), () => button.click(PRESS_OPTIONS))
  await expect(button).toBeDisabled(STEP_OPTIONS)
  await expect(button).toHaveText('Publish', STEP_OPTIONS)
}

export const createCity = async (page: Page, fields: CityFields): Promise<string> => {
  await createDocument(page, 'city')
  for (const [name, value] of Object.entries(fields)) await editString(page, name, value)
  const [published] = await Promise.all([waitForAction(page, 'action.document.publish'), publish(page)])
  const body = published.request().postDataJSON() as { actions: { publishedId?: string }[] }
  const id = body.actions.find(({ publishedId }) => publishedId)?.publishedId
  expect(id, 'published id of the new city').toBeTruthy()
  return id ?? ''
}

export const chooseAction = async (page: Page, name: string): Promise<void> => {
  const entry = page.getByTestId(`action-${name}`)
  await expect(async () => {
    if (!(await entry.isVisible())) await page.getByTestId('action-menu-button').click({ timeout: 2_000 })
    await entry.click({ timeout: 3_000 })
  }).toPass(STEP_OPTIONS)
}

export const openBlockMenu = async (page: Page): Promise<Locator> => {
  const addButton = getField(page, 'blocks').getByRole('button', { name: 'Add item' })
  const menu = page.locator('[data-ui="Popover"]', { has: page.getByPlaceholder('Search') })
  // Retries, because the Studio may ignore a click while it renders.
  await expect(async () => {
    if (!(await menu.isVisible())) await addButton.click({ timeout: 2_000 })
    await expect(menu).toBeVisible({ timeout: 5_000 })
  }).toPass(STEP_OPTIONS)
  return menu
}

export const unpublish = async (page: Page): Promise<void> => {
  await chooseAction(page, 'Unpublish')
  const confirmButton = page.getByTestId('confirm-popover-confirm-button')
  await Promise.all([waitForAction(page, 'action.document.unpublish'), confirmButton.click()])
  await expect(page.getByTestId('document-header-Published-chip')).toBeDisabled(STEP_OPTIONS)
}

export const openPresentation = async (page: Page, path: string): Promise<FrameLocator> => {
  await page.goto(`${STUDIO_PATH}/presentation?preview=${encodeURIComponent(path)}`)
  await expect(page.locator('iframe')).toBeVisible(STEP_OPTIONS)
  await expect
    .poll(
      () => page.frames().some((frame) => frame.parentFrame() && URL.parse(frame.url())?.pathname === path),
      STEP_OPTIONS,
    )
    .toBe(true)
  return page.frameLocator('iframe')
}
