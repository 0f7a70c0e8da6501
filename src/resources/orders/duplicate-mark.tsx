import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/icon.tsx'

/** Stands beside the customer of an order that was probably placed twice; never blocks anything. */
export const DuplicateMark = () => {
  const { t } = useTranslation('orders')
  return (
    <span title={`${t('duplicate')} · ${t('duplicateHint')}`} className="flex shrink-0 text-attention">
      <Icon name="copy" size={14} />
      <span className="sr-only">{t('duplicate')}</span>
    </span>
  )
}
