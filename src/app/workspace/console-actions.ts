import { paths } from '../../../domain/access/paths.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { changeLanguage, i18n } from '../../i18n/i18n.ts'
import { isWideScreen } from '../../stores/browser.ts'
import type { UnsavedChanges } from '../../stores/unsaved-changes.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { ConsolePort } from '../commands/console-commands.ts'
import type { ConsoleServices } from '../services/console-services.ts'
import { toggleMode } from '../services/theme.ts'

type Input = Pick<ConsolePort, 'undoLast' | 'redoLast' | 'macros'> & {
  services: ConsoleServices
  user: SessionRecord
  preferences: Workspace['preferences']
  unsaved: UnsavedChanges
  navigate: (path: string) => void
  confirm: Workspace['ports']['confirm']
  /** Opens the settings as a dialog, where there is no room for their panel. */
  showSettings: (change: (isShown: boolean) => boolean) => void
}

/** Actions of the frame's commands: session, country, language, appearance. */
export const createConsoleActions = ({
  services,
  user,
  preferences,
  unsaved,
  navigate,
  confirm,
  showSettings,
  ...given
}: Input): ConsolePort => {
  const { t } = i18n
  const { outbox, settings, toasts } = services
  const setCountry = (code: string) => {
    services.countries.write(code, document.documentElement.lang, user.id)
    services.country.set(services.countries.read())
  }
  return {
    // The logout screens end the session themselves on mount.
    signOut: () =>
      unsaved.leave(async () => {
        const count = outbox.view.get().entries.length
        const question = {
          titleKey: 'delivery:leaving.title',
          detailKey: 'delivery:leaving.detail',
          yesKey: 'delivery:leaving.yes',
          noKey: 'delivery:leaving.no',
        }
        if (count > 0 && !(await confirm({ ...question, values: { count } }))) return
        navigate(paths.logout())
      }),
    lock: () => navigate(paths.lockScreen(location.pathname + location.search)),
    setCountry: (code) => unsaved.leave(() => setCountry(code)),
    setLanguage: changeLanguage,
    toggleTheme: () => toggleMode(settings),
    settings,
    reload: () => unsaved.leave(() => location.reload()),
    toggleSingleKeys: () => {
      const { singleKeys } = preferences.get()
      preferences.update((now) => ({ ...now, singleKeys: !singleKeys }))
      toasts.notify({
        tone: 'success',
        title: t(singleKeys ? 'shortcuts:single.turnedOff' : 'shortcuts:single.turnedOn'),
        action: {
          label: t('changes:undo'),
          run: () => preferences.update((now) => ({ ...now, singleKeys })),
        },
      })
    },
    toggleScanTones: () => {
      const { scanTones } = preferences.get()
      preferences.update((now) => ({ ...now, scanTones: !scanTones }))
      toasts.notify({
        tone: 'success',
        title: t(scanTones ? 'keyboard:scan.tonesOff' : 'keyboard:scan.tonesOn'),
      })
    },
    toggleSettings: () => {
      if (!isWideScreen.get()) showSettings((isShown) => !isShown)
      else settings.choose('rightPanel', settings.get().rightPanel === 'shown' ? 'hidden' : 'shown')
    },
    focusNotices: toasts.focus,
    ...given,
  }
}
