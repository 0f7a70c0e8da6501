import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'
import { isFull } from '../../support/is-full.ts'

/** The active row. `at` is its position from 1 among all matches; `cells` are the visible ones. */
export type ActiveRow = { at: number; cells: string[]; isSelected: boolean; isLoaded: boolean }

/** Page object of the console: keyboard input, accessible roles and names. */
export const createAppPage = (page: Page) => {
  const choosers: FileChooser[] = []
  // Registered first: Playwright only intercepts file choosers that open after this listener.
  page.on('filechooser', (chooser) => choosers.push(chooser))
  const grid = page.getByRole('grid')
  const focused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const enter = async (text: string) => {
    await typeText(page, text)
    await press('Enter')
  }
  const tabTo = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await expect(control).toBeVisible()
    for (let stops = 0; stops < MAX_TAB_STOPS; stops++) {
      if (await focused(control)) return
      await page.keyboard.press(key)
    }
    await expect(control, 'reached by Tab').toBeFocused()
  }

  return {
    grid,
    /** Presses keys sequentially. */
    press,
    type: (text: string) => typeText(page, text),
    /** Types a text and presses Enter. */
    enter,
    /** Moves to a control by Tab. */
    tabTo,
    /** Moves to a control by Tab and presses Enter. */
    activate: async (...[control, key]: Parameters<typeof tabTo>) => {
      await tabTo(control, key)
      await press('Enter')
    },
    /** Filters the list in view. */
    filter: async (text: string) => {
      await press('f')
      await enter(text)
    },
    /** Opens the palette and types. */
    ask: async (text: string) => {
      await press('Control+k')
      await typeText(page, text)
    },
    /** Replaces the focused field's value. */
    fill: async (text: string) => {
      const state = await page.evaluate(readTextField)
      if (state !== 'selected') await page.keyboard.press('Control+a')
      // Text is inserted past keys that the page still holds back: they must not select it afterwards.
      if (state === 'filled') await expect.poll(() => page.evaluate(readTextField)).toBe('selected')
      await typeText(page, text)
    },
    logIn: async (email: string, password: string) => {
      await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
    },
    /** Opens the file picker with Enter on the focused button, and chooses a file. */
    chooseFile: async (button: Locator, name: string, buffer: Buffer) => {
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect.poll(() => choosers.length).toBe(1)
      await choosers.pop()?.setFiles({ name, buffer, mimeType: spreadsheet })
    },
    active: () => grid.evaluate(readActiveRow),
    /** Waits for a focused list with rows. */
    listReady: async (name: string) => {
      const list = page.getByRole('grid', { name, exact: true })
      // `waitFor` checks each frame; assertions poll at 100, 250 and 500 ms.
      await list.and(page.locator('[aria-busy="false"]:focus')).waitFor()
      await expect
        .poll(async () => (await list.evaluate(readActiveRow))?.isLoaded, { intervals: [20, 40, 80, 160] })
        .toBe(true)
    },
    /** How many records the list has. */
    total: async () => Number(await grid.getAttribute('aria-rowcount')) - 1,
    filterBox: page.getByRole('combobox', { name: 'Filtrer' }),
    palette: page.getByRole('dialog', { name: 'Palette', exact: true }),
    /** The highlighted row of the palette. */
    highlighted: page
      .getByRole('dialog', { name: 'Palette', exact: true })
      .getByRole('option', { selected: true }),
    selection: page.getByRole('toolbar', { name: 'Sélection' }),
    toasts: page.getByRole('region', { name: 'Notifications (F8)' }),
  }
}

export type AppPage = ReturnType<typeof createAppPage>

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MAX_TAB_STOPS = 60

/** Runs in the page: what a screen reader announces for the active row. */
const readActiveRow = (grid: Element): ActiveRow | null => {
  const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  if (row === null) return null
  return {
    at: Number(row.getAttribute('aria-rowindex')) - 1,
    cells: [...row.children].map((cell) => cell.textContent ?? ''),
    isSelected: row.getAttribute('aria-selected') === 'true',
    isLoaded: row.getAttribute('aria-busy') === null,
  }
}

/**
 * Types key by key. Playwright inserts characters that a US keyboard lacks into the focused field, which may not be loaded yet.
 * In a short run, text for a focused field is inserted at once except for the last key, so that it renders once.
 */
const typeText = async (page: Page, text: string): Promise<void> => {
  if (/[^\x20-\x7e]/.test(text)) await page.waitForFunction(isInField)
  const isEntered = !isFull && text.length > MAX_TYPED && (await page.evaluate(isInTextField))
  if (isEntered) await page.keyboard.insertText(text.slice(0, -1))
  await page.keyboard.type(isEntered ? text.slice(-1) : text)
}

/** Longer texts are inserted at once in a short run. */
const MAX_TYPED = 5

/** Runs in the page. */
const isInField = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused !== null && 'value' in focused
}

/** Runs in the page: an empty field counts as selected; null outside of a text field, and where a selection cannot be read. */
const readTextField = (): 'filled' | 'selected' | null => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return null
  const { value, selectionStart, selectionEnd } = focused
  if (value === '') return 'selected'
  if (selectionStart === null) return null
  return selectionStart === 0 && selectionEnd === value.length ? 'selected' : 'filled'
}

/** Runs in the page. */
const isInTextField = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
}
