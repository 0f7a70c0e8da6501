import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/countries.ts'
import { localeOf } from '../../../domain/languages.ts'
import { callbackTimes, readCallbackTime } from '../../../domain/triage/callback-times.ts'
import { ChoicePanel } from './choice-panel.tsx'
import { zoneTime } from './zone-time.ts'

type CallbackPanelProps = { country: CountryCode; onChoose: (at: Date) => void; onClose: () => void }

/** When the customer is to be called again, by the clocks of their country. */
export const CallbackPanel = ({ country, onChoose, onClose }: CallbackPanelProps) => {
  const { t, i18n } = useTranslation(['triage', 'countries'])
  const { timeZone } = countries[country]
  const [now] = useState(() => new Date())
  const [times] = useState(() => callbackTimes(now, timeZone).slice(0, 9))
  const locale = localeOf(i18n.language)
  const written = (at: Date) => {
    const { there, here } = zoneTime(at, country, locale, now)
    return here === null ? there : t('triage:bothTimes', { there, here })
  }
  return (
    <ChoicePanel
      title={t('triage:callback.title')}
      note={t('triage:callback.clock', { time: written(now), country: t(`countries:${country}`) })}
      choices={times.map(({ id, at }) => ({
        id,
        label: t(`triage:callback.${id}`),
        detail: zoneTime(at, country, locale, at).there,
      }))}
      typed={{
        label: t('triage:callback.typed'),
        check: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          return at === null ? t('triage:callback.unread') : written(at)
        },
        onSubmit: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          if (at !== null) onChoose(at)
        },
      }}
      onChoose={(id) => {
        const time = times.find((offered) => offered.id === id)
        if (time) onChoose(time.at)
      }}
      onClose={onClose}
    />
  )
}
