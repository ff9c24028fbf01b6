import { expect } from '@playwright/test'
import type { FrameLocator, Locator, Page, Response } from '@playwright/test'

/** Base path of the Studio below Playwright's `baseURL`. */
const STUDIO = '/studio'

/** Time for one step of the Studio: loading its code and data on a busy machine included. */
const STEP = { timeout: 60_000 }

/** Time for a form of an open Studio: a link that leads elsewhere shows none. */
const FORM = { timeout: 20_000 }

/** Time for a press within one that is tried again: the Studio may have drawn what it was meant for anew. */
const PRESS = { timeout: 5_000 }

type CityFields = { name: string; state: string; headline: string; intro: string; summary: string; slug?: string }

/** An accepted call of the actions API whose body contains every one of `parts`. */
const actionAccepted = (page: Page, ...parts: string[]): Promise<Response> =>
  page.waitForResponse((response) => {
    if (!response.url().includes('/data/actions/') || response.request().method() !== 'POST') return false
    const body = response.request().postData() ?? ''
    return response.ok() && parts.every((part) => body.includes(part))
  }, STEP)

/** `title` of `seo.title`: how a patch may name the field, nested or not. */
const lastName = (fieldName: string): string => fieldName.split('.').at(-1) ?? fieldName

const field = (page: Page, name: string): Locator => page.getByTestId(`field-${name}`)

/** Shows all fields of the open document, whatever group tab is chosen; does nothing for a type without groups. */
const showAllFields = async (page: Page): Promise<void> => {
  const allFields = page.getByTestId('group-tab-all-fields')
  if (await allFields.isVisible()) await allFields.click()
}

/** Waits until the form of the open document accepts input. */
const editable = async (page: Page): Promise<void> => {
  const inputs = page
    .getByTestId('form-view')
    .locator('input:not([readonly]):not([type=file]), textarea:not([readonly])')
  await expect(inputs.first()).toBeEditable(STEP)
  await showAllFields(page)
}

/** What the Studio logs while a preview is slow to load, and when it tells where its editor is as its socket closes. */
export const STUDIO_MESSAGES = [
  /Unable to connect to visual editing/,
  /preview iframe hasn.t finished loading/,
  /WebSocket is already in CLOSING or CLOSED state/,
]

/** Goes to an address below the open Studio's by its own way, because loading all of it again takes seconds. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, STUDIO + address)

/** Opens a form, and returns when it accepts input. */
const openForm = async (page: Page, intent: string): Promise<void> => {
  // In the preview it would open beside the page.
  if (page.url().includes('/presentation')) {
    await goWithin(page, '/structure')
    await expect(page.locator('iframe')).toHaveCount(0, STEP)
  }
  await page
    .getByTestId('form-view')
    .evaluateAll((forms) => forms.forEach((left) => left.setAttribute('data-left', '')))
  await goWithin(page, `/intent/${intent}`)
  await expect(page.locator('[data-testid="form-view"]:not([data-left])')).toBeVisible(STEP)
  await editable(page)
}

/** Opens the Studio as the user of that name, by the login page of the local Content Lake; returns when the desk is there. */
export const signIn = async (page: Page, userName: string): Promise<void> => {
  await page.goto(STUDIO)
  const desk = page.getByTestId('studio-navbar')
  const choice = page.getByRole('link', { name: userName }).or(page.getByRole('button', { name: userName }))
  await expect(desk.or(choice).first()).toBeVisible(STEP)
  if (!(await desk.isVisible())) await choice.first().click()
  await expect(desk).toBeVisible(STEP)
}

/** Opens a document's form by type and published id, ready for input; its version in a release where one is named. The user must be allowed to edit. */
export const openDocument = async (page: Page, type: string, id: string, release?: string): Promise<void> => {
  if (release === undefined && page.url().includes(`;${id}`)) return editable(page)
  const perspective = release === undefined ? '' : `?perspective=${release}`
  await openForm(page, `edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/${perspective}`)
}

/** Follows an edit link, as the Studio's search makes it, and waits until the form of that document is the last pane. */
export const openByEditLink = async (page: Page, type: string, id: string): Promise<void> => {
  await goWithin(page, '/structure')
  await expect(page.getByTestId('form-view')).toHaveCount(0, STEP)
  await goWithin(page, `/intent/edit/id=${encodeURIComponent(id)};type=${encodeURIComponent(type)}/`)
  await expect(page.getByTestId('form-view')).toBeVisible(FORM)
  await expect(page).toHaveURL(new RegExp(`[;/](__edit__)?${id}[^;]*$`))
}

/** Opens the form of a new document of a type. */
export const createDocument = (page: Page, type: string): Promise<void> =>
  openForm(page, `create/template=${type};type=${type}/`)

/** Writes a string or text field (`seo.title` for a nested one) and waits until the Content Lake has it. */
export const editString = async (page: Page, fieldName: string, value: string): Promise<void> => {
  const input = field(page, fieldName).locator('input, textarea').first()
  await expect(input).toBeEditable(STEP)
  if ((await input.inputValue()) === value) return
  await Promise.all([actionAccepted(page, 'action.document.edit', lastName(fieldName)), input.fill(value)])
  await expect(input).toHaveValue(value)
}

/** The fieldset of an image field: it has no test id of its own, its field menu has. */
const imageField = (page: Page, fieldName: string): Locator =>
  page.locator('fieldset', { has: page.getByTestId(`field-actions-menu-${fieldName}`) }).last()

/** An empty image field has a file input; a filled one offers the upload in its menu. */
const chooseFile = async (page: Page, image: Locator, filePath: string): Promise<void> => {
  const menu = image.getByTestId('options-menu-button')
  const empty = image.locator('input[type=file]')
  await expect(menu.or(empty).first()).toBeAttached(STEP)
  if ((await menu.count()) === 0) return empty.first().setInputFiles(filePath)
  const upload = page.getByTestId('file-input-upload-button')
  if (!(await upload.isVisible())) await menu.click(PRESS)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', PRESS), upload.click(PRESS)])
  await chooser.setFiles(filePath)
}

/** Presses something until what that leads to is shown: a press that comes while the Studio draws anew can be lost. */
export const pressUntil = (shown: Locator, press: () => Promise<void>): Promise<void> =>
  expect(async () => {
    if (!(await shown.isVisible())) await press()
    await expect(shown).toBeVisible(PRESS)
  }).toPass(STEP)

/**
 * Does something until the Content Lake has accepted what it leads to: a press or a file that comes while the Studio still
 * draws its form can be lost, and an editor tries once more.
 */
const untilAccepted = async (accepted: Promise<Response>, attempt: () => Promise<void>): Promise<void> => {
  let isAccepted = false
  // A failure is thrown where the answer is awaited below.
  accepted.then(() => (isAccepted = true)).catch(() => undefined)
  await expect(async () => {
    if (!isAccepted) await attempt()
    await expect.poll(() => isAccepted, { timeout: 5_000 }).toBe(true)
  }).toPass(STEP)
  await accepted
}

/**
 * Chooses a file for an image field, writes its alternative text and waits until the Content Lake has both. The text's field
 * appears when the asset is set; a file the Content Lake has already is not sent again.
 * @param altBefore what has to stand there before it is written; anything, unless told
 */
export const uploadImage = async (
  page: Page,
  fieldName: string,
  filePath: string,
  alt: string,
  altBefore?: string,
): Promise<void> => {
  const image = imageField(page, fieldName)
  const accepted = actionAccepted(page, 'action.document.edit', `${lastName(fieldName)}.asset`)
  await untilAccepted(accepted, () => chooseFile(page, image, filePath))
  await expect(image.getByTestId('hotspot-image-input')).toBeVisible(STEP)
  if (altBefore !== undefined)
    await expect(field(page, `${fieldName}.alt`).locator('input')).toHaveValue(altBefore, STEP)
  await editString(page, `${fieldName}.alt`, alt)
}

/** Publishes the open document and waits until it is published and nothing is left to publish. */
export const publish = async (page: Page): Promise<void> => {
  const button = page.getByTestId('action-publish')
  await expect(button).toBeEnabled(STEP)
  await untilAccepted(actionAccepted(page, 'action.document.publish'), () => button.click(PRESS))
  await expect(button).toBeDisabled(STEP)
  await expect(button).toHaveText('Publish', STEP)
}

/** Fills a new city (slug made from its name unless given) and publishes it. Returns its published id. */
export const createCity = async (page: Page, fields: CityFields): Promise<string> => {
  const { slug, ...texts } = fields
  await createDocument(page, 'city')
  for (const [name, value] of Object.entries(texts)) await editString(page, name, value)
  if (slug) {
    await editString(page, 'slug', slug)
  } else {
    const generate = field(page, 'slug').getByRole('button', { name: 'Generate' })
    await Promise.all([actionAccepted(page, 'action.document.edit', '"slug'), generate.click()])
  }
  const [published] = await Promise.all([actionAccepted(page, 'action.document.publish'), publish(page)])
  const body = published.request().postDataJSON() as { actions: { publishedId?: string }[] }
  const id = body.actions.find(({ publishedId }) => publishedId)?.publishedId
  expect(id, 'published id of the new city').toBeTruthy()
  return id ?? ''
}

/** Chooses an entry of the open document's menu of actions. */
export const chooseAction = async (page: Page, name: string): Promise<void> => {
  const entry = page.getByTestId(`action-${name}`)
  // The menu closes when the form is drawn anew behind it: an editor opens it once more.
  await expect(async () => {
    if (!(await entry.isVisible())) await page.getByTestId('action-menu-button').click({ timeout: 2_000 })
    await entry.click({ timeout: 3_000 })
  }).toPass(STEP)
}

/** Opens the menu from which the open page gets another block. */
export const openBlockMenu = async (page: Page): Promise<Locator> => {
  const add = field(page, 'blocks').getByRole('button', { name: 'Add item' })
  const menu = page.locator('[data-ui="Popover"]', { has: page.getByPlaceholder('Search') })
  // A press while the form is still being drawn can be lost: an editor presses once more.
  await expect(async () => {
    if (!(await menu.isVisible())) await add.click({ timeout: 2_000 })
    await expect(menu).toBeVisible({ timeout: 5_000 })
  }).toPass(STEP)
  return menu
}

/** Takes the open, published document off the site and waits until only its draft is left. */
export const unpublish = async (page: Page): Promise<void> => {
  await chooseAction(page, 'Unpublish')
  const confirm = page.getByTestId('confirm-popover-confirm-button')
  await Promise.all([actionAccepted(page, 'action.document.unpublish'), confirm.click()])
  await expect(page.getByTestId('document-header-Published-chip')).toBeDisabled(STEP)
}

/** Opens a path of the site in the Presentation tool; returns the preview once the site shows that path in it. */
export const openPresentation = async (page: Page, path: string): Promise<FrameLocator> => {
  await page.goto(`${STUDIO}/presentation?preview=${encodeURIComponent(path)}`)
  await expect(page.locator('iframe')).toBeVisible(STEP)
  await expect
    .poll(() => page.frames().some((frame) => frame.parentFrame() && URL.parse(frame.url())?.pathname === path), STEP)
    .toBe(true)
  return page.frameLocator('iframe')
}
