import { useTranslation } from 'react-i18next'
import { Keycap } from '../../ui/keys/keycap.tsx'

/** Keys that are nobody's to change: those by which every program on the machine is worked, where something lies on top. */
const fixedKeys = [
  { place: 'palette', keys: ['ArrowUp', 'ArrowDown', 'Enter', 'Tab', 'Backspace', 'Escape'] },
  { place: 'dialog', keys: ['Tab', 'Enter', 'Escape'] },
  { place: 'menu', keys: ['ArrowUp', 'ArrowDown', 'Enter', 'Escape'] },
  { place: 'box', keys: ['Tab', 'Enter', 'Escape'] },
] as const

/** What cannot be given other keys, and why. */
export const FixedKeys = () => {
  const { t } = useTranslation('keys')
  return (
    <section aria-labelledby="fixed-keys" className="mt-8">
      <h2 id="fixed-keys" className="text-base font-semibold">
        {t('fixed.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-pretty text-ink-muted">{t('fixed.why')}</p>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {fixedKeys.map(({ place, keys }) => (
          <div
            key={place}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5 text-sm"
          >
            <dt>{t(`fixed.${place}`)}</dt>
            <dd className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <Keycap key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
