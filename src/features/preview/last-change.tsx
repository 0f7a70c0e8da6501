import { useTranslation } from 'react-i18next'
import type { Change } from '../../../domain/changes.ts'
import { type CountryCode, countries } from '../../../domain/countries.ts'
import { actionOf, changeActions } from '../../resources/change-actions.ts'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

/** The newest line of a record's history: what was done, when, by whom. */
export const LastChange = ({ change, country }: { change: Change; country: CountryCode }) => {
  const { t } = useTranslation(['journal', 'preview'])
  const action = actionOf(change.verb)
  return (
    <footer className="flex items-start gap-2 border-t border-line px-4 py-2.5 text-sm">
      <Icon
        name={change.undoes === null ? changeActions[action] : 'undo'}
        size={14}
        className="mt-0.5 text-ink-muted"
      />
      <p className="min-w-0 flex-1">
        <span className="sr-only">{t('preview:last')} </span>
        {t(`verb.${action}`)}
        {change.undoes !== null && ` · ${t('isUndo')}`}
        <span className="text-ink-muted">
          {' · '}
          {change.actorName ?? t('server')}
          {' · '}
          <RelativeTime
            value={change.at}
            timeZone={countries[country].timeZone}
            style="short"
            focusable={false}
          />
        </span>
      </p>
    </footer>
  )
}
