import deCommands from '../../locales/de/commands.json' with { type: 'json' }
import deHistory from '../../locales/de/history.json' with { type: 'json' }
import frCommands from '../../locales/fr/commands.json' with { type: 'json' }
import frHistory from '../../locales/fr/history.json' with { type: 'json' }
import { demoPassword, openApi } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newSeller } from './support/records.ts'
import { expect, test } from './support/test.ts'

const languages = [
  {
    code: 'fr',
    commands: frCommands,
    history: frHistory,
    logins: ['qui s’est connecté', 'sessions fermées'],
    files: ['qui a téléchargé', 'fichiers téléchargés'],
  },
  {
    code: 'de',
    commands: deCommands,
    history: deHistory,
    logins: ['wer sich angemeldet', 'Abmeldungen'],
    files: ['wer Dateien heruntergeladen', 'Downloads'],
  },
] as const

for (const { code, commands, history, ...typed } of languages) {
  test(`in ${code}, typing who logged in or downloaded files leads to their history`, async ({
    page,
    app,
    api,
    playwright,
    server,
  }) => {
    // Somebody comes, is signed out of another device, downloads a list and goes.
    const seller = await newSeller(api)
    const [here, there] = [
      await openApi(playwright, server.url, seller.email, demoPassword),
      await openApi(playwright, server.url, seller.email, demoPassword),
    ]
    expect((await here.send('POST', 'orders/download', {})).status()).toBe(200)
    expect((await here.send('DELETE', 'sessions/others')).status()).toBe(204)
    expect((await here.send('DELETE', 'sessions/current')).status()).toBe(204)
    await Promise.all([here.close(), there.close()])

    await page.addInitScript((language) => localStorage.setItem('i18nextLng', language), code)
    await app.openAs('admin', '/journal')
    const kind = page.getByRole('combobox', { name: history.filter.kind })
    await expect(kind).toBeVisible()
    const batch = (verb: keyof typeof history.verb) =>
      page
        .getByRole('button', { name: new RegExp(`^[\\d:]+ ${history.verb[verb]} `) })
        .filter({ hasText: seller.name })
    for (const words of typed.logins) {
      await app.ask(words)
      await expect(app.highlighted).toContainText(commands.journal.logins.label)
      await app.press('Enter')
      await expect(page).toHaveURL('/journal?kind=login')
    }
    await expect(kind).toHaveValue('login')
    for (const verb of ['log-in', 'end-session', 'log-out'] as const)
      await expect(batch(verb).first()).toBeVisible()
    await expect(batch('download')).toHaveCount(0)
    // After the login of the admin.
    await app.press('Home', 'j')
    await expect(batch('log-out').first()).toBeFocused()
    await app.press('Enter')
    await expect(page.getByRole('definition').filter({ hasText: '127.0.0.1' }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])

    for (const words of typed.files) {
      await app.ask(words)
      await expect(app.highlighted).toContainText(commands.journal.files.label)
      await app.press('Enter')
      await expect(page).toHaveURL('/journal?kind=download')
    }
    await expect(kind).toHaveValue('download')
    await expect(batch('download').first()).toBeVisible()
    await expect(batch('log-in')).toHaveCount(0)
  })
}
