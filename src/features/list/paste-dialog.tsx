import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { readSheet } from '../../../domain/carrier-sheet/carrier-sheet.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { maxKeys, type ResolvedKeys, splitKeys } from '../../../domain/search/record-keys.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PastedKeys, useCopyLines } from './pasted-keys.tsx'
import { SheetDialog } from './sheet-dialog.tsx'

type PasteDialogProps = {
  resource: ResourceName
  /** What was pasted. */
  text: string
  /** The list in view: only what it shows is selected. */
  where: Where
  onSelect: (ids: readonly string[]) => void
  onClose: () => void
}

type Reading =
  | { phase: 'loading' }
  | { phase: 'failed'; code: Failure['code'] }
  | { phase: 'ready'; resolved: ResolvedKeys }

/** What a pasted text is in this list: a carrier's sheet where parcels are listed, else a list of keys. */
export const PasteDialog = (props: PasteDialogProps) => {
  const { user, country } = useWorkspace()
  const { resource, text, onClose } = props
  const [sheet] = useState(() =>
    resource === 'shippings' && scopeOf(user.role, 'shipping.apply-sheet') !== null
      ? readSheet(text, country)
      : null,
  )
  return sheet === null ? <KeysDialog {...props} /> : <SheetDialog sheet={sheet} onClose={onClose} />
}

/**
 * What a pasted list of numbers, codes, telephones or references names. Enter selects exactly those that were found in the
 * list in view, which nothing hides; the others are named and can be copied back.
 */
const KeysDialog = ({ resource, text, where, onSelect, onClose }: PasteDialogProps) => {
  const { t } = useTranslation(['paste', 'errors', resource])
  const { api, country } = useWorkspace()
  const copy = useCopyLines('paste:copied')
  const [keys] = useState(() => splitKeys(text, country))
  const isTooMany = keys.length > maxKeys
  const [reading, setReading] = useState<Reading>({ phase: 'loading' })
  const read = useCallback(
    async (signal?: AbortSignal) => {
      setReading({ phase: 'loading' })
      try {
        const resolved =
          keys.length === 0 ? nothing : await api.resolve(resource, keys, { country, list: where, signal })
        if (!signal?.aborted) setReading({ phase: 'ready', resolved })
      } catch (error) {
        if (!signal?.aborted) setReading({ phase: 'failed', code: codeOf(error) })
      }
    },
    [api, resource, keys, country, where],
  )
  useEffect(() => {
    const request = new AbortController()
    if (!isTooMany) void read(request.signal)
    return () => request.abort()
  }, [read, isTooMany])
  const resolved = reading.phase === 'ready' ? reading.resolved : nothing
  const outside = resolved.found.filter(({ isListed }) => !isListed)
  const ids = [...new Set(resolved.found.filter(({ isListed }) => isListed).map(({ id }) => id))]
  const left = [...outside, ...resolved.ambiguous].map(({ key }) => key).concat(resolved.unknown)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('paste:title', { count: Math.min(keys.length, maxKeys) })}
      description={
        <span role="status">{isTooMany ? t('paste:tooMany', { max: maxKeys }) : words(reading, t)}</span>
      }
      footer={
        <>
          {left.length > 0 && (
            <Button variant="ghost" icon="copy" onClick={() => void copy(left)}>
              {t('paste:copy', { count: left.length })}
            </Button>
          )}
          {reading.phase === 'failed' ? (
            <Button variant="primary" keys="Enter" autoFocus onClick={() => void read()}>
              {t('paste:retry')}
            </Button>
          ) : (
            <Button
              key={reading.phase}
              variant="primary"
              keys="Enter"
              autoFocus
              pending={reading.phase === 'loading' && !isTooMany}
              whyNot={ids.length === 0 ? t('paste:nothing') : null}
              onClick={() => {
                onSelect(ids)
                onClose()
              }}
            >
              {t('paste:select', { count: ids.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {resolved.ambiguous.length > 0 && (
          <PastedKeys
            title={t('paste:ambiguousTitle')}
            keys={resolved.ambiguous.map(({ key, count }) => `${key} · ${t(`${resource}:count`, { count })}`)}
            more={(count) => t('paste:more', { count })}
          />
        )}
        {outside.length > 0 && (
          <PastedKeys
            title={t('paste:outsideTitle')}
            keys={outside.map(({ key }) => key)}
            more={(count) => t('paste:more', { count })}
          />
        )}
        {resolved.unknown.length > 0 && (
          <PastedKeys
            title={t('paste:unknownTitle')}
            keys={resolved.unknown}
            more={(count) => t('paste:more', { count })}
          />
        )}
      </div>
    </Dialog>
  )
}

const nothing: ResolvedKeys = { found: [], unknown: [], ambiguous: [] }

type Translate = ReturnType<typeof useTranslation>['t']

const words = (reading: Reading, t: Translate): string => {
  if (reading.phase === 'loading') return t('paste:loading')
  if (reading.phase === 'failed') return t(`errors:${reading.code}`)
  const { found, unknown, ambiguous } = reading.resolved
  const outside = found.filter(({ isListed }) => !isListed).length
  return [
    t('paste:found', { count: new Set(found.map(({ id }) => id)).size }),
    ...(outside > 0 ? [t('paste:outside', { count: outside })] : []),
    ...(unknown.length > 0 ? [t('paste:unknown', { count: unknown.length })] : []),
    ...(ambiguous.length > 0 ? [t('paste:ambiguous', { count: ambiguous.length })] : []),
  ].join(', ')
}
