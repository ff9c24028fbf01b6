import type { Page } from '@playwright/test'

const CONTROLS =
  ':is(button, summary, [role="tab"], [role="switch"], [role="combobox"], input:is([type="radio"], [type="checkbox"])):enabled, summary'

/** Presses a control by script: real pointer input takes ten times as long, and every screen has dozens. */
const press = (page: Page, { part, index, skip }: { part: string; index: number; skip: string }): Promise<void> =>
  page.evaluate(
    async ({ part, controls, index, skip }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const control = document.querySelector(part)?.querySelectorAll<HTMLElement>(controls)[index]
      if (!control?.checkVisibility()) return
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      if (new RegExp(skip, 'i').test(name)) return
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
        control.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: 'mouse' }))
      control.click()
      await frame()
      const escape = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(escape)
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
      await frame()
    },
    { part, controls: CONTROLS, index, skip },
  )

/** Closes what opens, and reopens the page after a navigation. `skip` is a pattern of control names. */
export async function pressEverything(page: Page, part: string, skip = '^$'): Promise<void> {
  const path = () => page.url().replace(/[?#].*/, '')
  const start = path()
  // Added controls are not pressed: a button that adds a row would never be the last.
  const count = await page.locator(part).first().locator(CONTROLS).count()
  for (let index = 0; index < count; index++) {
    await press(page, { part, index, skip }).catch((error: unknown) => {
      // The press has loaded another document.
      if (!String(error).includes('Execution context was destroyed')) throw error
    })
    if (path() !== start) await page.goto(start)
  }
}
