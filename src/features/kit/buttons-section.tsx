import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { KitRow, KitSection } from './kit-section.tsx'

/** Buttons in every dress and state. */
export const ButtonsSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="buttons">
      <KitRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} keys={variant === 'primary' ? 'Enter' : undefined}>
            {t(`kit:buttons.${variant}`)}
          </Button>
        ))}
      </KitRow>
      <KitRow>
        <Button icon="plus" keys="n">
          {t('kit:buttons.icon')}
        </Button>
        <Button pending>{t('kit:buttons.pending')}</Button>
        <Button disabled>{t('kit:buttons.disabled')}</Button>
        <Button whyNot={t('kit:buttons.why')}>{t('kit:buttons.refused')}</Button>
      </KitRow>
      <KitRow>
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {t(`kit:buttons.${size}`)}
          </Button>
        ))}
        {sizes.map((size) => (
          <IconButton key={size} size={size} icon="printer" label={t(`kit:buttons.${size}`)} keys="p" />
        ))}
      </KitRow>
    </KitSection>
  )
}

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const
