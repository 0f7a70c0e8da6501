import { useTranslation } from 'react-i18next'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { LandingSection } from './landing-section.tsx'

/** The keys that a first day needs. */
export const LandingKeys = () => {
  const { t } = useTranslation('public')
  return (
    <LandingSection title={t('keys.title')} lead={t('keys.lead')}>
      <dl className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {keys.map(({ id, keys: caps }) => (
          <div
            key={id}
            className="flex min-h-12 items-center justify-between gap-4 border-t border-line text-base"
          >
            <dt className="text-ink-muted">{t(`keys.${id}`)}</dt>
            <dd>
              <Keycap keys={caps} />
            </dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  )
}

const keys = [
  { id: 'palette', keys: 'Mod+k' },
  { id: 'move', keys: 'j' },
  { id: 'select', keys: 'x' },
  { id: 'all', keys: 'Mod+a' },
  { id: 'edit', keys: 'e' },
  { id: 'status', keys: 's' },
  { id: 'delivery', keys: 'd' },
  { id: 'filter', keys: 'f' },
  { id: 'orders', keys: 'g o' },
  { id: 'undo', keys: 'u' },
  { id: 'lock', keys: 'Mod+Shift+l' },
  { id: 'help', keys: '?' },
] as const
