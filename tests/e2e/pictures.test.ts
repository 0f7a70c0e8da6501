import { playScene, scenes } from '../support/pictures/scenes.ts'
import { shown, shownTexts } from '../support/pictures/shown-texts.ts'
import { expect, full, test } from './support/test.ts'

// The demo company of the pictures.
test.use({ demoOrders: 5_000 })

// What fails here is a picture of a screen that looks otherwise now: `npm run pictures` takes all again (ADR 0090).
for (const scene of scenes) {
  test(`the picture ${scene.name}.png shows what the screen shows`, full, async ({ browser, server }) => {
    const page = await playScene(browser, server.url, scene)
    const lasting = (texts: readonly string[] = []) => texts.filter((text) => !scene.byHour?.includes(text))
    expect(lasting(await shownTexts(page))).toEqual(lasting(shown[scene.name]?.shows))
    await page.close()
  })
}
