import { useTranslation } from 'react-i18next'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** A figure by its name; what is owed to sellers is owed to the seller who reads it. */
export const FigureNameText = ({ name }: { name: FigureName }) => {
  const { t } = useTranslation('dashboard')
  const { user } = useWorkspace()
  return name === 'cashOutstanding' && user.role === 'seller' ? t('owedToYou') : t(`figures.${name}`)
}
