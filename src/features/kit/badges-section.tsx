import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/icons/avatar.tsx'
import { BrandMark } from '../../ui/icons/brand-mark.tsx'
import { StatusBadge } from '../../ui/told/status-badge.tsx'
import { tones } from '../../ui/told/tone.ts'
import { KitRow, KitSection } from './kit-section.tsx'

/** Statuses in every tone, initials, the mark. */
export const BadgesSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="badges">
      <KitRow>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {t(`kit:tones.${tone}`)}
          </StatusBadge>
        ))}
      </KitRow>
      <KitRow>
        <Avatar name="Awa Koné" />
        <Avatar name="Awa" className="size-8" />
        <BrandMark />
        <BrandMark size={32} />
      </KitRow>
    </KitSection>
  )
}
