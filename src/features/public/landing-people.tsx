import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { LandingSection } from './landing-section.tsx'

/** The people that it is made for, each with the gesture that their day hangs on. */
export const LandingPeople = () => {
  const { t } = useTranslation('public')
  return (
    <LandingSection title={t('people.title')} lead={t('people.lead')}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {people.map(({ id, icon, keys }) => (
          <li key={id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-6">
            <div className="flex items-center gap-3">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
                <Icon name={icon} size={18} />
              </span>
              <h3 className="text-lg font-semibold">{t(`people.${id}.who`)}</h3>
              {keys && (
                <span className="ml-auto">
                  <Keycap keys={keys} />
                </span>
              )}
            </div>
            <p className="text-pretty text-ink-muted">{t(`people.${id}.what`)}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

const people: readonly { id: 'admin' | 'agent' | 'staff' | 'delivery'; icon: IconName; keys?: string }[] = [
  { id: 'admin', icon: 'orders', keys: 's' },
  { id: 'agent', icon: 'truck', keys: 'Mod+a' },
  { id: 'staff', icon: 'phone-call', keys: 'Mod+k' },
  // On the street there is a thumb, and no key.
  { id: 'delivery', icon: 'map-pin' },
]
