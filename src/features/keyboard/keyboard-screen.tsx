// biome-ignore-all lint/a11y/useSemanticElements: the ARIA grid pattern: rows that keys act on.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/save-file.ts'
import { labelOfCommand } from '../../commands/run-command.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { EmptyState } from '../../ui/feedback/screen-states.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { KeyRow, keySeparator, useKeyRows, useOwnKeys, useRowFocus } from './key-rows.tsx'
import { keyboardActions, type RecordWay } from './keyboard-commands.ts'
import { KeyboardDiagram } from './keyboard-diagram.tsx'
import { defaultKeys, type KeysFile, keysFileName, readKeysFile, writeKeysFile } from './own-keys.ts'
import { KeyCapture, RecordDialog } from './record-dialog.tsx'

/** Screen of commands and their keys. */
const KeyboardScreen = () => {
  const { t } = useTranslation(['shortcuts', 'commands', 'help', 'common'])
  const { registry, ports, run, keys } = useWorkspace()
  const own = useOwnKeys()
  const { preferences, defaults } = own
  const [text, setText] = useState('')
  const [steps, setSteps] = useState<readonly string[]>([])
  const groups = useKeyRows(defaults, { text, steps })
  const commands = groups.flatMap(({ rows }) => rows.map(({ command }) => command.id))
  const { list, active, setActive, focusRow, onKeyDown } = useRowFocus(commands)
  const [params, edit] = useQueryParams()
  const [recording, setRecording] = useState<{ command: string; way: RecordWay } | null>(null)
  const [file, setFile] = useState<KeysFile | null>(null)
  const filter = useRef<HTMLInputElement>(null)
  const finder = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const keysOf = useCommandKeys()
  useKeyContext('page:keyboard')

  const nameOf = (id: string) => labelOfCommand(id, registry.get, t)
  // The palette opens the editor of a command through the URL.
  const asked = params.get('command')
  const open =
    recording ??
    (asked !== null && registry.get(asked) ? ({ command: asked, way: 'replace' } as const) : null)
  const close = () => {
    setRecording(null)
    if (asked !== null) edit((params) => params.delete('command'))
  }

  useEffect(() =>
    keyboardActions.show({
      active,
      record: (command, way) => setRecording({ command, way }),
      remove: (command) => {
        // Keyboard users need the palette to find this screen again.
        if (command === 'console.palette')
          ports.notify({ tone: 'warning', titleKey: 'shortcuts:paletteKeeps' })
        else if (own.keysOf(command).length > 0)
          own.setKeys(command, [], { titleKey: 'shortcuts:removed', values: { command: nameOf(command) } })
      },
      restore: (command) =>
        own.setKeys(command, defaultKeys(defaults.bindings, command), {
          titleKey: 'shortcuts:restored',
          values: { command: nameOf(command) },
        }),
      restoreAll: () => own.keep({ ...preferences, overrides: {} }, { titleKey: 'shortcuts:restoredAll' }),
      focusFilter: () => filter.current?.focus(),
      focusFinder: () => finder.current?.focus(),
      saveFile: () =>
        saveFile(new Blob([writeKeysFile(preferences)], { type: 'application/json' }), keysFileName),
      openFile: () => picker.current?.click(),
    }),
  )

  const leave = () => {
    // The first row may not be rendered before.
    flushSync(() => {
      setText('')
      setSteps([])
    })
    focusRow(0)
  }
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowDown' || event.key === 'Enter') focusRow(0)
    else return
    event.preventDefault()
  }
  return (
    <Page
      title={t('commands:go.keyboard.place')}
      beside={<span className="figures text-sm">{t('shortcuts:count', { count: commands.length })}</span>}
      actions={
        <>
          <CommandButton command="keyboard.export" />
          <CommandButton command="keyboard.import" />
          <CommandButton command="keyboard.restore-all" />
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <p className="max-w-prose text-sm text-pretty text-ink-muted">{t('shortcuts:lead')}</p>
          <Checkbox
            className="mt-4"
            checked={preferences.singleKeys}
            aria-describedby="single-keys"
            onCheckedChange={() => run('keyboard.single-keys')}
          >
            {t('shortcuts:single.label')}
          </Checkbox>
          <p id="single-keys" className="mt-1 ml-6 max-w-prose text-sm text-pretty text-ink-muted">
            {t(preferences.singleKeys ? 'shortcuts:single.hint' : 'shortcuts:single.left')}
          </p>
        </div>
        <KeyboardDiagram bindings={keys.effective.get()} />
      </div>
      <search className="sticky top-0 z-10 -mx-4 mt-4 grid gap-2 bg-canvas px-4 py-2 sm:grid-cols-2 lg:-mx-6 lg:px-6">
        <TextInput
          ref={filter}
          icon="search"
          value={text}
          aria-label={t('shortcuts:filter')}
          placeholder={t('shortcuts:filter')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onFilterKey}
        />
        <KeyCapture
          ref={finder}
          label={t('shortcuts:find')}
          placeholder={t('shortcuts:find')}
          steps={steps}
          onSteps={setSteps}
          onEnd={() => focusRow(0)}
          onEscape={leave}
        />
      </search>
      <div ref={list}>
        {groups.map(({ titleKey, rows }) => (
          <section key={titleKey} className="mt-5">
            <h2 id={`keys-${titleKey}`} className="mb-1 px-2 text-sm font-semibold">
              {t(titleKey)}
            </h2>
            <div
              role="grid"
              onKeyDown={onKeyDown}
              aria-labelledby={`keys-${titleKey}`}
              className="divide-y divide-line border-y border-line"
            >
              {rows.map((row) => (
                <KeyRow
                  key={row.command.id}
                  command={row.command.id}
                  label={row.label}
                  keys={row.keys.join(keySeparator)}
                  isChanged={row.isChanged}
                  isActive={row.command.id === active}
                  areSinglesOff={!preferences.singleKeys}
                  onFocus={setActive}
                  run={run}
                  keysOf={keysOf}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      {groups.length === 0 && (
        <EmptyState
          icon="keyboard"
          title={t(steps.length > 0 ? 'shortcuts:freeKey' : 'shortcuts:noCommand')}
          next={[{ label: t('shortcuts:showAll'), keys: 'Escape', onPress: leave }]}
        />
      )}
      <FixedKeys />
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={async ({ target }) => {
          const chosen = target.files?.[0]
          target.value = ''
          if (chosen === undefined) return
          const knows = (id: string) => registry.get(id) !== undefined
          setFile(readKeysFile(await chosen.text(), { defaults, preferences, knows }))
        }}
      />
      {open !== null && (
        <RecordDialog
          key={`${open.way} ${open.command}`}
          {...open}
          keys={own.keysOf(open.command)}
          defaults={defaults}
          preferences={preferences}
          nameOf={nameOf}
          onKeep={(next) => {
            close()
            own.keep(next, { titleKey: 'shortcuts:kept', values: { command: nameOf(open.command) } })
          }}
          onClose={close}
        />
      )}
      {file !== null && (
        <ImportDialog
          file={file}
          preferences={preferences}
          nameOf={nameOf}
          onKeep={(next) => {
            setFile(null)
            own.keep(next, { titleKey: 'shortcuts:imported' })
          }}
          onClose={() => setFile(null)}
        />
      )}
    </Page>
  )
}

export default KeyboardScreen

/** Keys that cannot be changed: conventions of dialogs and menus. */
const fixedKeys = [
  { place: 'palette', keys: ['ArrowUp', 'ArrowDown', 'Enter', 'Tab', 'Backspace', 'Escape'] },
  { place: 'dialog', keys: ['Tab', 'Enter', 'Escape'] },
  { place: 'menu', keys: ['ArrowUp', 'ArrowDown', 'Enter', 'Escape'] },
  { place: 'box', keys: ['Tab', 'Enter', 'Escape'] },
] as const

/** Those keys, and why. */
const FixedKeys = () => {
  const { t } = useTranslation('shortcuts')
  const views = useCommandKeys()('list.view')
  const ofViews = views === undefined ? [] : [{ place: 'views', keys: [`${views} 1`, `${views} 9`] }]
  return (
    <section aria-labelledby="fixed-keys" className="mt-8">
      <h2 id="fixed-keys" className="text-base font-semibold">
        {t('fixed.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-pretty text-ink-muted">{t('fixed.why')}</p>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {[...fixedKeys, ...ofViews].map(({ place, keys }) => (
          <div
            key={place}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5 text-sm"
          >
            <dt>{t(`fixed.${place}`)}</dt>
            <dd className="flex flex-wrap gap-1">
              {keys.map((key, at) => (
                <span key={key} className="flex gap-1">
                  {place === 'views' && at > 0 && '–'}
                  <Keycap isSubject keys={key} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
