import { useAtom } from '@xstate/store-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { controlCode } from '../../../domain/scans/scan-code.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import './done-code.css'

const code = controlCode('done')

/** The printed code that commits the session, and the sound switch. */
export const DoneCode = () => {
  const { t } = useTranslation('scan-session')
  const { preferences, run } = useWorkspace()
  const { scanTones } = useAtom(preferences)
  const bars = useBars()
  return (
    <aside className="flex flex-col gap-3 max-lg:order-last">
      <figure className="print-root done-sheet rounded-lg border border-line p-4">
        <figcaption>{t('done.title')}</figcaption>
        {bars && <img src={bars} alt={`Code 128 ${code}`} />}
        <p>{t('done.detail')}</p>
      </figure>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CommandButton command="scan-session.print-done" size="sm" />
        <Checkbox checked={scanTones} aria-keyshortcuts="t" onCheckedChange={() => run('scan-session.tones')}>
          {t('tones')}
        </Checkbox>
      </div>
    </aside>
  )
}

/** Drawn by the labels' library, loaded on demand. */
const useBars = (): string | null => {
  const [bars, setBars] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('../print/draw-symbols.ts').then(
      ({ drawSymbols }) => {
        if (isCurrent) setBars(drawSymbols(code).bars)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return bars
}
