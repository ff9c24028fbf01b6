import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { lake } from '../../support/stack/lake.ts'
import {
  chooseAction,
  createDocument,
  editString,
  openBlockMenu,
  openDocument,
  pressUntil,
  publish,
  signIn,
  STUDIO_MESSAGES,
  uploadImage,
} from './studio-page.ts'
import { expectProblems, test } from '../test.ts'

test.beforeEach(() => expectProblems(...STUDIO_MESSAGES))

test.describe.configure({ mode: 'serial' })

let editor: Page

async function openSignedIn(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1680, height: 1000 } })).newPage()
  await signIn(page, name)
  return page
}

const BLOCKS = ['first', 'second', 'third'].map((_key) => ({
  _key,
  _type: 'ctaBlock',
  heading: `The ${_key} block`,
}))

const PAGE = { _id: 'drafts.editing-page', _type: 'page', title: 'A page', path: '/editing-page', blocks: BLOCKS }

const ANNOUNCEMENT = 'Closed on Thursday, open on Friday'

const readStoredBlocks = () =>
  lake.fetch<string[]>('*[_id == $id][0].blocks[]._key', { id: PAGE._id }, { perspective: 'raw' })

test.beforeAll(async ({ browser }) => {
  await lake.createOrReplace(PAGE)
  editor = await openSignedIn(browser, 'Local Editor')
})

test.afterAll(async () => {
  await editor.context().close()
  await lake.delete({
    query: '*[_id match "*editing-*" || (_type == "announcement" && text == $text)]',
    params: { text: ANNOUNCEMENT },
  })
})

test('an announcement that has only text can be published', async () => {
  await createDocument(editor, 'announcement')
  await editString(editor, 'text', ANNOUNCEMENT)
  await publish(editor)
  const query = '*[_type == "announcement" && text == $text][0].link.label'
  expect(await lake.fetch(query, { text: ANNOUNCEMENT })).toBeNull()
})

test('a category in use cannot be deleted, and its posts are listed', async () => {
  const category = 'category-answering'
  const posts = await lake.fetch<string[]>('*[_type == "post" && category._ref == $category].title', { category })
  expect(posts.length).toBeGreaterThan(1)
  await openDocument(editor, 'category', category)
  await chooseAction(editor, 'Delete')
  const dialog = editor.getByRole('dialog', { name: 'Still in use' })
  for (const title of posts) await expect(dialog.getByRole('link', { name: title })).toBeVisible()
  await expect(editor.getByText('Delete anyway')).toHaveCount(0)
  await dialog.getByRole('link', { name: posts[0] ?? '' }).click()
  await expect(editor.getByTestId('field-excerpt')).toBeVisible()
  expect(await lake.getDocument(category)).toBeDefined()
})

test('the Content Lake also refuses to delete a category in use', async () => {
  await expect(lake.delete('category-answering')).rejects.toThrow(/references/)
})

test('a removed block can be restored to its position with Undo or Ctrl-Z', async () => {
  await openDocument(editor, 'page', 'editing-page')
  const menu = editor.getByTestId('field-blocks').getByTestId('array-item-menu-button').nth(1)
  const removeItem = async () => {
    const item = editor.getByRole('menuitem', { name: 'Remove' })
    // Retries, because an open menu may close while the form loads.
    await expect(async () => {
      await pressUntil(item, () => menu.click({ timeout: 5_000 }))
      await item.click({ timeout: 5_000 })
    }).toPass()
    await expect.poll(readStoredBlocks).toEqual(['first', 'third'])
  }
  await removeItem()
  await expect(editor.getByText('Block removed')).toBeVisible()
  await editor.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(readStoredBlocks).toEqual(['first', 'second', 'third'])

  await removeItem()
  await editor.keyboard.press('Control+z')
  await expect.poll(readStoredBlocks).toEqual(['first', 'second', 'third'])
})

test('a new block shows no errors at first, but blocks publishing until it is complete', async () => {
  await openDocument(editor, 'page', 'editing-page')
  const menu = await openBlockMenu(editor)
  await menu.getByText('Picture gallery').click()
  const heading = editor.locator('[data-testid$=".heading"] input')
  await expect(heading).toBeEditable()
  await expect(editor.getByTestId('input-validation-icon-error')).toHaveCount(0)
  await heading.focus()
  await heading.blur()
  await expect(editor.getByTestId('input-validation-icon-error').first()).toBeVisible()
  await expect(editor.getByTestId('action-publish')).toBeDisabled()
  await editor.keyboard.press('Escape')
})

test('replacing an image clears its alt text', async () => {
  const createPicture = async (name: string, background: string) => {
    const path = test.info().outputPath(`${name}.png`)
    await sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
      .png()
      .toFile(path)
    return path
  }
  await openDocument(editor, 'author', 'author-dispatch-desk')
  await uploadImage(editor, 'photo', await createPicture('one', '#224466'), 'The first picture')
  const alt = editor.getByTestId('field-photo.alt').locator('input')
  await expect(alt).toHaveValue('The first picture')
  await uploadImage(editor, 'photo', await createPicture('two', '#662244'), 'The second picture', '')
  await expect(alt).toHaveValue('The second picture')
  await lake.delete('drafts.author-dispatch-desk')
})

test('a viewer sees no drag handles in lists or forms', async ({ browser }) => {
  const viewerPage = await openSignedIn(browser, 'Local Viewer')
  await viewerPage.goto('/studio/structure/plans')
  await expect(viewerPage.getByRole('link', { name: 'Night line' }).first()).toBeVisible()
  await expect(viewerPage.locator('[data-sanity-icon="drag-handle"]')).toHaveCount(0)
  await viewerPage.goto('/studio/intent/edit/id=page-about;type=page/')
  await expect(viewerPage.getByTestId('field-blocks')).toBeVisible()
  await expect(viewerPage.locator('[data-sanity-icon="drag-handle"]:visible')).toHaveCount(0)
})

test('the history of a sample document starts with a published version', async () => {
  await openDocument(editor, 'category', 'category-follow-up')
  const menu = editor.getByTestId('pane-context-menu-button').last()
  const history = editor.getByRole('menuitem', { name: 'History' })
  const published = editor.getByTestId('timeline-item-button').filter({ hasText: 'Published' }).first()
  await pressUntil(published, async () => {
    await pressUntil(history, () => menu.click({ timeout: 5_000 }))
    await history.click({ timeout: 5_000 })
  })
})
